-- A comment of another person on an account. It follows the account when that moves.
create table comment (
  id text collate "C" primary key,
  owner_id text collate "C" not null,
  profile_id text collate "C" not null,
  account_id text collate "C" not null references account on delete cascade,
  post_id text collate "C" not null,
  platform text not null,
  platform_post_id text not null,
  platform_comment_id text not null,
  -- What it answers on the platform, and the comment of ours that is; null directly under the post.
  platform_parent_id text,
  parent_comment_id text collate "C",
  author_username text not null,
  author_name text,
  text text not null,
  permalink text,
  like_count integer,
  hidden boolean not null default false,
  can_reply boolean not null,
  can_hide boolean not null,
  reply_status text not null default 'unreplied'
    check (reply_status in ('unreplied', 'in_progress', 'replied', 'no_reply_needed')),
  commented_at timestamptz not null,
  -- When a reading of its post last had it; one that a complete reading lacks was deleted there.
  seen_at timestamptz not null,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index comment_on_platform on comment (account_id, platform_comment_id);
create index comment_by_profile on comment (profile_id, commented_at desc, id desc);
create index comment_by_owner on comment (owner_id, commented_at desc, id desc);
create index comment_by_account on comment (account_id, commented_at desc, id desc);
create index comment_by_post on comment (post_id, commented_at desc, id desc);
create index comment_unreplied on comment (owner_id, reply_status, commented_at desc, id desc);

-- What the account answered, from here or in the platform's own app.
create table comment_reply (
  id text collate "C" primary key,
  owner_id text collate "C" not null,
  profile_id text collate "C" not null,
  comment_id text collate "C" not null references comment on delete cascade,
  -- 'sending' is written before the call; one that stays so had no answer.
  status text not null check (status in ('sending', 'sent', 'failed')),
  text text not null,
  platform_reply_id text,
  permalink text,
  created_at timestamptz not null
);
create index comment_reply_by_comment on comment_reply (comment_id, created_at);
create unique index comment_reply_on_platform on comment_reply (comment_id, platform_reply_id)
  where platform_reply_id is not null;
create index comment_reply_by_platform_id on comment_reply (platform_reply_id)
  where platform_reply_id is not null;

-- One row per account and kind of watching: the row that is due is the job.
create table account_watch (
  id text collate "C" primary key,
  account_id text collate "C" not null references account on delete cascade,
  kind text not null check (kind in ('comments', 'insights', 'access')),
  state jsonb not null default '{}',
  failures integer not null default 0,
  due_at timestamptz,
  lease_until timestamptz,
  lease_token bigint,
  unique (account_id, kind)
);
create index account_watch_due on account_watch (kind, due_at) where due_at is not null;

-- When the comments of a published post are read next: young posts often, old ones seldom.
create table post_watch (
  id text collate "C" primary key,
  account_id text collate "C" not null references account on delete cascade,
  post_id text collate "C" not null,
  platform_post_id text not null,
  published_at timestamptz not null,
  -- When the last reading began, and the last that went through everything.
  read_at timestamptz,
  complete_at timestamptz,
  -- A reading that is to go on: since when, and from where.
  reading_since timestamptz,
  cursor text,
  failures integer not null default 0,
  due_at timestamptz,
  unique (account_id, platform_post_id)
);
create index post_watch_due on post_watch (account_id, due_at) where due_at is not null;
create index post_target_published on post_target (published_at) where published_at is not null;

-- The figures of a UTC day, metric to value, kept for ever; what had no data has no entry. They
-- follow the account. One row per day and not per metric: a year of nine metrics is 365 rows.
create table insight_day (
  account_id text collate "C" not null references account on delete cascade,
  day date not null,
  figures jsonb not null,
  read_at timestamptz not null,
  -- A range lies scattered over the table, as days come in; in the index it lies together.
  primary key (account_id, day) include (figures)
);

-- The last figures of a published post. `read_at` is null until the platform gave some.
create table insight_post (
  target_id text collate "C" primary key references post_target on delete cascade,
  figures jsonb not null,
  read_at timestamptz,
  tried_at timestamptz not null
);

-- A sync that was asked for; without a profile it counts for every profile of the owner.
create table insight_sync (
  id text collate "C" primary key,
  owner_id text collate "C" not null,
  profile_id text collate "C",
  created_at timestamptz not null
);
create index insight_sync_by_owner on insight_sync (owner_id, created_at desc);
create index insight_sync_by_age on insight_sync (created_at);

create table insight_sync_account (
  sync_id text collate "C" not null references insight_sync on delete cascade,
  account_id text collate "C" not null references account on delete cascade,
  outcome text check (outcome in ('done', 'failed')),
  finished_at timestamptz,
  primary key (sync_id, account_id)
);
create index insight_sync_account_waiting on insight_sync_account (account_id) where outcome is null;

-- Deliveries of platforms that were worked already, and data deletions they asked for.
create table inbound_seen (
  key text primary key,
  at timestamptz not null
);
create index inbound_seen_by_age on inbound_seen (at);

create table data_deletion (
  code text primary key,
  platform text not null,
  requested_at timestamptz not null,
  completed_at timestamptz,
  accounts integer not null default 0
);
