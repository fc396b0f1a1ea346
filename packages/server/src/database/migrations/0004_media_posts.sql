create table media (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  profile_id text collate "C" not null references profile,
  type text not null check (type in ('image', 'video')),
  mime_type text not null,
  size bigint not null,
  width integer,
  height integer,
  duration_ms integer,
  alt_text text,
  status text not null check (status in ('processing', 'ready', 'failed')),
  error text,
  -- Where the bytes lie in the store; the path part that nobody can guess is made from `secret`.
  storage_key text not null,
  thumbnail_key text,
  secret bytea not null,
  checksum_sha256 text not null,
  created_at timestamptz not null
);
create index media_by_profile on media (profile_id, id);
create index media_by_owner on media (owner_id, id);

-- Files that are to go from the store unless the media they were put there for comes to be. Written
-- before a file is put and with the deletion of its media, so no crash leaves a file for ever.
create table media_removal (
  storage_key text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  due_at timestamptz not null,
  -- From then on the file may be gone: nothing can claim it any more.
  begun_at timestamptz
);
create index media_removal_due on media_removal (due_at);

create table post (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  profile_id text collate "C" not null references profile,
  source text not null default 'api' check (source in ('api', 'external')),
  status text not null check (status in (
    'draft', 'scheduled', 'publishing', 'published', 'partially_published', 'failed', 'canceled')),
  mode text not null check (mode in ('draft', 'now', 'schedule')),
  text text not null,
  media jsonb not null default '[]',
  external_id text collate "C",
  metadata jsonb not null default '{}',
  tags text[] not null default '{}',
  scheduled_at timestamptz,
  published_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index post_by_profile on post (profile_id, scheduled_at desc nulls last, id desc);
create index post_by_owner on post (owner_id, scheduled_at desc nulls last, id desc);
create index post_by_external_id on post (owner_id, external_id) where external_id is not null;

create table post_target (
  id text collate "C" primary key,
  owner_id text collate "C" not null,
  profile_id text collate "C" not null,
  post_id text collate "C" not null references post on delete cascade,
  account_id text collate "C" not null,
  platform text not null,
  place integer not null,
  status text not null check (status in (
    'draft', 'scheduled', 'publishing', 'published', 'failed', 'unknown', 'canceled')),
  -- What the target says differently from its post; null takes the post's.
  text text,
  media jsonb,
  options jsonb not null default '{}',
  first_comment text,
  first_comment_status text check (first_comment_status in ('pending', 'sent', 'failed', 'unknown')),
  content_hash bytea not null,
  scheduled_at timestamptz,
  -- Where the publishing stands; 'commit' is written before the call that makes the post public.
  phase text check (phase in ('prepare', 'commit', 'follow', 'find', 'comment')),
  progress_sealed bytea,
  attempts integer not null default 0,
  attempt_started_at timestamptz,
  committed_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  lease_token bigint,
  platform_post_id text,
  permalink text,
  published_at timestamptz,
  error_code text,
  error_source text check (error_source in ('platform', 'postern')),
  error_message text,
  error_retryable boolean,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index post_target_by_post on post_target (post_id, place);
create index post_target_by_account on post_target (account_id, created_at desc);
create index post_target_due on post_target (due_at) where due_at is not null;
create unique index post_target_platform_post on post_target (account_id, platform_post_id)
  where platform_post_id is not null;

-- A rate limit pauses the account, never the queue.
alter table account add column paused_until timestamptz;
