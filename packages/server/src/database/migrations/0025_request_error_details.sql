-- Why a request was refused: `{ path, code, limit, actual }` of each detail of its error, never a text of the
-- request. Empty for requests of earlier versions.
alter table api_request add column error_details jsonb not null default '[]';
