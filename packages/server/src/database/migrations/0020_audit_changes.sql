-- The fields that an update gave another value, as a list of `{ field, values }`. Empty for other actions and
-- for entries of earlier versions.
alter table audit_entry add column changes jsonb not null default '[]';
