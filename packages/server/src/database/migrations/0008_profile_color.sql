-- The color that marks the profile in lists and calendars.
alter table profile add column color text check (color ~ '^#[0-9a-f]{6}$');
