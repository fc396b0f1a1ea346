-- A key is revoked when `revoked_at` is set, whatever a clock says. The old key of a rotation with an
-- overlap works until `ends_at`.
alter table api_key add column ends_at timestamptz;
update api_key set ends_at = revoked_at, revoked_at = null where revoked_at > now();
