-- The names of the fields that an update gave another value. Empty for other actions and for entries of
-- earlier versions.
alter table audit_entry add column changed_fields text[] not null default '{}';
