-- Requests made with API keys: one partition a day, dropped after a week. `id` is the request id of the
-- response, unless the caller sent its own, which is then in `sent_request_id`.
create table api_request (
  id text collate "C" not null,
  created_at timestamptz not null,
  owner_id text collate "C" not null,
  -- The profile of the key, or of the Service-Profile header.
  profile_id text collate "C",
  key_id text collate "C" not null,
  key_name text not null,
  key_kind text not null check (key_kind in ('owner', 'profile')),
  method text not null,
  path text not null,
  operation text not null,
  status integer not null,
  error_code text,
  error_fields text[] not null,
  duration_ms integer not null,
  sent_request_id text,
  via text check (via in ('mcp')),
  primary key (id, created_at)
) partition by range (created_at);
-- The list, and the same of one key, of one profile and of failed requests.
create index api_request_by_time on api_request (owner_id, created_at desc, id desc);
create index api_request_by_key on api_request (key_id, created_at desc, id desc);
create index api_request_by_profile on api_request (profile_id, created_at desc, id desc)
  where profile_id is not null;
create index api_request_failed on api_request (owner_id, created_at desc, id desc)
  where error_code is not null;
create index api_request_by_sent_id on api_request (sent_request_id)
  where sent_request_id is not null;

-- Rows are in this only when a day's partition is missing, which raises an alarm.
create table api_request_default partition of api_request default;
