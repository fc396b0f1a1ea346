create table redirect_origin (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  origin text not null,
  created_at timestamptz not null,
  unique (owner_id, origin)
);

create table connect_settings (
  owner_id text collate "C" primary key references owner,
  brand_name text,
  logo_url text,
  color text,
  language text,
  privacy_url text,
  support_email text,
  updated_at timestamptz not null
);

create table connect_link (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  profile_id text collate "C" not null references profile,
  token_hash bytea not null unique,
  redirect_url text not null,
  state text,
  platforms text[],
  account_id text collate "C",
  language text,
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  account_ids text[]
);
create index connect_link_by_profile on connect_link (profile_id);
create index connect_link_by_expiry on connect_link (expires_at);

create table connect_attempt (
  id bigint generated always as identity primary key,
  link_id text collate "C" not null references connect_link on delete cascade,
  at timestamptz not null,
  platform text,
  step text not null check (step in ('begin', 'callback', 'choose', 'done')),
  error text
);
create index connect_attempt_by_link on connect_attempt (link_id, id);

-- One login at a platform under way: the OAuth state is its hashed nonce, bound to a cookie.
create table connect_flow (
  id text collate "C" primary key,
  link_id text collate "C" not null references connect_link on delete cascade,
  platform text not null,
  state_hash bytea not null unique,
  cookie_hash bytea not null,
  verifier_sealed bytea,
  grant_sealed bytea,
  step text not null check (step in ('authorize', 'exchange', 'choose', 'done')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index connect_flow_by_link on connect_flow (link_id);
create index connect_flow_by_expiry on connect_flow (expires_at);
