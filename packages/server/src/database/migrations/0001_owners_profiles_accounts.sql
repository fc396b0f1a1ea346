-- Ids are TypeIDs in byte order, so that keyset pages sort alike on every server locale.

create table owner (
  id text collate "C" primary key,
  name text not null,
  email text,
  account_limit integer check (account_limit >= 0),
  created_at timestamptz not null
);

create table profile (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  external_id text collate "C",
  name text not null,
  is_default boolean not null default false,
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleting_at timestamptz,
  -- After the erasure only the id is left, so that a repeated DELETE is still understood.
  erased_at timestamptz,
  -- A hash, by which a DELETE repeated with the external_id is still understood.
  erased_external_id bytea,
  -- What there was to erase, counted before the first row goes.
  erase_counts jsonb,
  due_at timestamptz,
  lease_until timestamptz,
  lease_token bigint,
  check (not (is_default and deleting_at is not null))
);
create unique index profile_external_id on profile (owner_id, external_id) where deleting_at is null;
create unique index profile_default on profile (owner_id) where is_default;
create index profile_by_age on profile (owner_id, is_default desc, created_at, id);
create index profile_due on profile (due_at) where due_at is not null;

create table api_key (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  profile_id text collate "C" references profile,
  name text not null,
  kind text not null check (kind in ('owner', 'profile')),
  hint text not null,
  secret_hash bytea not null unique,
  scopes text[],
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null,
  check ((kind = 'profile') = (profile_id is not null))
);
create index api_key_by_owner on api_key (owner_id, id);
create index api_key_by_profile on api_key (profile_id);

create table account (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  profile_id text collate "C" not null references profile,
  platform text not null,
  platform_account_id text not null,
  platform_user_ids text[] not null default '{}',
  username text not null,
  display_name text,
  avatar_url text,
  profile_url text,
  account_type text,
  status text not null check (status in ('connected', 'expired', 'disconnected')),
  status_reason text,
  permissions_granted text[] not null,
  permissions_missing text[] not null,
  tokens_sealed bytea,
  access_expires_at timestamptz,
  connected_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (status <> 'disconnected' or tokens_sealed is null)
);
-- One living connection of a platform account per owner; a disconnected one holds no claim.
create unique index account_living on account (owner_id, platform, platform_account_id)
  where status <> 'disconnected';
create index account_in_profile on account (profile_id, platform, platform_account_id);
create index account_by_owner on account (owner_id, id);
create index account_by_platform_user on account using gin (platform_user_ids);

create table idempotency (
  key_id text collate "C" not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  headers jsonb,
  body bytea,
  locked_until timestamptz not null,
  created_at timestamptz not null,
  primary key (key_id, key)
);
create index idempotency_by_age on idempotency (created_at);

-- Requests of a key in its current minute; losing it in a crash costs nothing.
create unlogged table rate_window (
  key_id text collate "C" primary key,
  window_start timestamptz not null,
  used integer not null,
  granted integer not null
);
