-- Who signs in to the dashboard: the owner and the staff, their links and sessions.

create table member (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  -- In lower case; missing until the first sign-in of an owner who gave none.
  email text check (email = lower(email)),
  name text not null,
  role text not null check (role in ('owner', 'staff')),
  -- Argon2id in the PHC form; missing until a link was used.
  password_hash text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  disabled_at timestamptz,
  last_sign_in_at timestamptz
);
create unique index member_email on member (owner_id, email);
create index member_by_owner on member (owner_id, id);
create index member_by_email on member (email);

-- The profiles that a member of the staff may see; an owner sees all.
create table member_profile (
  member_id text collate "C" not null references member on delete cascade,
  owner_id text collate "C" not null references owner,
  profile_id text collate "C" not null references profile,
  primary key (member_id, profile_id)
);
create index member_profile_by_profile on member_profile (profile_id);

create table sign_in_link (
  token_hash bytea primary key,
  member_id text collate "C" not null references member on delete cascade,
  purpose text not null check (purpose in ('first', 'invite', 'reset')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_link_by_member on sign_in_link (member_id);
create index sign_in_link_by_age on sign_in_link (expires_at);

create table session (
  id text collate "C" primary key,
  member_id text collate "C" not null references member on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Moves with each use, but not beyond the longest life of a session.
  expires_at timestamptz not null,
  user_agent text,
  ip text
);
create index session_by_member on session (member_id, id);
create index session_by_age on session (expires_at);

-- Tries to sign in per e-mail and per address, named by a hash; losing it in a crash costs nothing.
create unlogged table sign_in_window (
  key bytea primary key,
  window_start timestamptz not null,
  used integer not null
);
create index sign_in_window_by_age on sign_in_window (window_start);

-- Who did what. It outlives what it names, so nothing is referred to and the name is kept.
create table audit_entry (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('member', 'api_key', 'system')),
  actor_id text,
  actor_name text,
  action text not null,
  resource_type text,
  resource_id text,
  profile_id text collate "C",
  request_id text,
  ip text,
  status integer not null
);
create index audit_entry_by_time on audit_entry (owner_id, at desc, id desc);
create index audit_entry_by_actor on audit_entry (owner_id, actor_id, at desc, id desc);
create index audit_entry_by_action on audit_entry (owner_id, action, at desc, id desc);
create index audit_entry_by_resource on audit_entry (owner_id, resource_id, at desc, id desc);
create index audit_entry_by_profile on audit_entry (owner_id, profile_id, at desc, id desc);
create index audit_entry_by_age on audit_entry (at);
