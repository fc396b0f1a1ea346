-- The processes that run, by their heartbeats: any of them can tell whether there is a worker.
create table process (
  id uuid primary key,
  role text not null check (role in ('all', 'api', 'worker')),
  host text not null,
  pid integer not null,
  version text not null,
  -- Names of the encryption keys it has; it seals with the first.
  key_names text[] not null,
  -- How far its clock is ahead of the database's.
  clock_offset_ms integer not null,
  started_at timestamptz not null,
  beat_at timestamptz not null
);
