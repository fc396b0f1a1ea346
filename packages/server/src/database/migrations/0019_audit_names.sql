-- What the owner called the resource when the entry was written, for resources that no longer exist. Null
-- for entries of earlier versions, and for texts and names of clients, which are not stored.
alter table audit_entry add column resource_name text;
