-- What the error of an attempt is about, for the client's page: the permissions that are missing, or
-- the names of the accounts that were refused. Null for other errors and attempts of earlier versions.
alter table connect_attempt add column subjects text[];
