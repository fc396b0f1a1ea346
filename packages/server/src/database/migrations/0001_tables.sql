-- The schema, by subject: search, owners and profiles, API keys, members, accounts, connect links and
-- invitations, media, posts, comments, insights, webhooks, requests, background work. After the first
-- release, a change is the next migration, never an edit of this file. `docs/glossary.md` defines the words.
--
-- Rules that hold for every table:
-- * Ids are TypeIDs. They compare by byte (collate "C"), so that pages have one order on every server.
-- * A table with `profile_id` has `owner_id` too. Other rows of a profile belong to an owner through a row that
--   has one (docs/scaling.md lists them): each query is confined to one owner.
-- * `due_at`, `lease_until` and `lease_token` make a row a job: it is due, a process has claimed it until
--   then, and only the holder of the token may finish it. `due_at` is null when there is nothing to do.
-- * `…_sealed` is encrypted, `…_hash` is a one-way hash: a copy of the database gives no access.
-- * The server gives every time itself; only leases and heartbeats use the clock of the database.

---------------------------------------------------------------------------------------------------
-- Search (decision 045)
---------------------------------------------------------------------------------------------------

create extension if not exists pg_trgm;

-- The form in which text is stored and compared for search: lower case, without accents of letters
-- and skin tones of emoji. The index ignores words of fewer than three letters and symbols. So each
-- character of Chinese, Japanese and Korean is written three times, and each emoji as letters
-- (its code in hexadecimal digits, written as letters that texts do not contain).
create function fold_for_search(source text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  folded text := normalize(regexp_replace(normalize(source, nfkd),
    '[\u0300-\u036f\u200d\ufe0f\U0001f3fb-\U0001f3ff]', '', 'g'), nfc);
begin
  if folded ~ '[\u2190-\u2bff\U0001f000-\U0001fbff]' then
    select string_agg(
      case when letter ~ '[\u2190-\u2bff\U0001f000-\U0001fbff]'
        then ' ' || translate(to_hex(ascii(letter)), '0123456789abcdef', 'ⴰⴱⴲⴳⴴⴵⴶⴷⴸⴹⴺⴻⴼⴽⴾⴿ') || ' '
        else letter
      end, '' order by place)
    into folded
    from unnest(string_to_array(folded, null)) with ordinality as letters (letter, place);
  end if;
  folded := regexp_replace(folded, '([\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff])', '\1\1\1', 'g');
  return replace(lower(folded), 'ß', 'ss');
end
$$;

---------------------------------------------------------------------------------------------------
-- Owners and profiles
---------------------------------------------------------------------------------------------------

-- Who runs the installation and has its clients.
create table owner (
  id text collate "C" primary key,
  name text not null,
  email text,
  account_limit integer check (account_limit >= 0),
  -- Which members must set up a second factor before anything else.
  second_factor_required_for text not null default 'nobody'
    check (second_factor_required_for in ('nobody', 'owners', 'everyone')),
  created_at timestamptz not null
);

-- One client of an owner. A deleted profile is marked first, then erased as a job.
create table profile (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  external_id text collate "C",
  name text not null,
  -- The color that marks the profile in lists and calendars.
  color text check (color ~ '^#[0-9a-f]{6}$'),
  is_default boolean not null default false,
  metadata jsonb not null default '{}',
  -- Whether every new or changed post waits for the client's approval.
  approval_required boolean not null default false,
  -- An IANA name, in which posting plans are read.
  time_zone text not null default 'UTC',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleting_at timestamptz,
  -- After the erasure only the id is left, so that a repeated DELETE is still understood.
  erased_at timestamptz,
  -- A hash, so that a DELETE that is repeated with the external_id is still understood.
  erased_external_id bytea,
  -- What there was to erase, counted before the first row goes.
  erase_counts jsonb,
  due_at timestamptz,
  lease_until timestamptz,
  lease_token bigint,
  constraint profile_default_stays check (not (is_default and deleting_at is not null))
);
-- A profile by its external_id, which is free again after a deletion.
create unique index profile_external_id on profile (owner_id, external_id) where deleting_at is null;
-- The default profile of an owner: there is one at most.
create unique index profile_default on profile (owner_id) where is_default;
-- The list of profiles, without stepping over deleted ones.
create index profile_by_age on profile (owner_id, is_default desc, created_at, id)
  where deleting_at is null;
-- The list of deletions.
create index profile_deletions on profile (owner_id, deleting_at desc, id desc)
  where deleting_at is not null;
-- Every request: the profiles that are being deleted. Usually none, among all there ever were.
create index profile_hidden on profile (owner_id) where deleting_at is not null and erased_at is null;
-- The job: profiles to erase.
create index profile_due on profile (due_at) where due_at is not null;

---------------------------------------------------------------------------------------------------
-- API keys
---------------------------------------------------------------------------------------------------

create table api_key (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  -- The profile that a profile key is locked to.
  profile_id text collate "C" references profile,
  name text not null,
  kind text not null check (kind in ('owner', 'profile')),
  -- The first characters of the key, so that people can tell keys apart.
  hint text not null,
  secret_hash bytea not null unique,
  -- Null allows everything that the kind allows.
  scopes text[],
  expires_at timestamptz,
  -- A key is revoked when this is set, whatever a clock says.
  revoked_at timestamptz,
  -- The old key of a rotation with an overlap works until then.
  ends_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null,
  constraint api_key_profile_by_kind check ((kind = 'profile') = (profile_id is not null))
);
-- The list of an owner's keys.
create index api_key_by_owner on api_key (owner_id, id);
-- The list of a profile's keys, and their end with the profile.
create index api_key_by_profile on api_key (profile_id, id);

---------------------------------------------------------------------------------------------------
-- Members: who signs in to the dashboard, and what they did
---------------------------------------------------------------------------------------------------

create table member (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  -- In lower case. Missing until the first sign-in of an owner who gave none.
  email text check (email = lower(email)),
  name text not null,
  -- Staff and contributors see the profiles assigned to them; a contributor can only draft.
  role text not null check (role in ('owner', 'staff', 'contributor')),
  -- Argon2id in the PHC form. Missing until a sign-in link was used.
  password_hash text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  disabled_at timestamptz,
  last_sign_in_at timestamptz,
  -- The account at the OpenID Connect provider, linked when the member first signs in with it.
  provider_issuer text,
  provider_subject text,
  -- The IANA time zone of the dashboard's dates and times; null follows the browser.
  time_zone text,
  constraint member_provider_complete
    check ((provider_issuer is null) = (provider_subject is null))
);
-- An email belongs to one member of an owner.
create unique index member_email on member (owner_id, email);
-- The list of members.
create index member_by_owner on member (owner_id, id);
-- Signing in, where the owner is not known yet.
create index member_by_email on member (email);
create unique index member_provider on member (provider_issuer, provider_subject);

-- The profiles that a member of the staff or a contributor sees. An owner sees all.
create table member_profile (
  member_id text collate "C" not null references member on delete cascade,
  owner_id text collate "C" not null references owner,
  profile_id text collate "C" not null references profile,
  primary key (member_id, profile_id)
);
-- The erasure of a profile.
create index member_profile_by_profile on member_profile (profile_id);

create table sign_in_link (
  token_hash bytea primary key,
  member_id text collate "C" not null references member on delete cascade,
  purpose text not null check (purpose in ('first', 'invite', 'reset', 'email')),
  -- A member's new email, which counts once they open the link that was sent there.
  email text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint sign_in_link_email check ((purpose = 'email') = (email is not null))
);
-- The links of a member, which end together.
create index sign_in_link_by_member on sign_in_link (member_id);
-- The chore that deletes expired links.
create index sign_in_link_by_age on sign_in_link (expires_at);

create table session (
  id text collate "C" primary key,
  member_id text collate "C" not null references member on delete cascade,
  token_hash bytea not null unique,
  -- How it was opened: a provider checks its own second factor.
  method text not null default 'password' check (method in ('password', 'provider')),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Moves with each use, but not beyond the longest life of a session.
  expires_at timestamptz not null,
  user_agent text,
  ip text
);
-- The list of a member's sessions.
create index session_by_member on session (member_id, id);
-- The chore that deletes expired sessions.
create index session_by_age on session (expires_at);

-- The second factor of a member: an authenticator app (RFC 6238) and recovery codes.
create table second_factor (
  member_id text collate "C" primary key references member on delete cascade,
  secret_sealed bytea not null,
  created_at timestamptz not null,
  -- Missing until a code proved that the member's app has the secret.
  enabled_at timestamptz,
  -- The time step of the last accepted code, so that no code is accepted twice.
  used_step integer
);

-- Unused recovery codes; a used one is deleted.
create table recovery_code (
  member_id text collate "C" not null references second_factor on delete cascade,
  code_hash bytea not null,
  primary key (member_id, code_hash)
);

-- Who did what. An entry outlives what it names, so it refers to nothing and keeps the name.
create table audit_entry (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  at timestamptz not null,
  actor_kind text not null check (actor_kind in ('member', 'api_key', 'system')),
  actor_id text,
  actor_name text,
  -- Whether an assistant made the change through the MCP endpoint.
  via text check (via in ('mcp')),
  action text not null,
  resource_type text,
  resource_id text,
  -- What the owner called the resource, for resources that no longer exist. Null for texts and names of
  -- clients, which are not stored.
  resource_name text,
  -- The fields that an update gave another value, as a list of `{ field, values }`.
  changes jsonb not null default '[]',
  profile_id text collate "C",
  request_id text,
  ip text,
  status integer not null
);
-- The audit log, and the same filtered by one of its fields.
create index audit_entry_by_time on audit_entry (owner_id, at desc, id desc);
create index audit_entry_by_actor on audit_entry (owner_id, actor_id, at desc, id desc);
create index audit_entry_by_action on audit_entry (owner_id, action, at desc, id desc);
create index audit_entry_by_resource on audit_entry (owner_id, resource_id, at desc, id desc);
create index audit_entry_by_profile on audit_entry (owner_id, profile_id, at desc, id desc);
-- The chore that deletes old entries.
create index audit_entry_by_age on audit_entry (at);

---------------------------------------------------------------------------------------------------
-- Accounts
---------------------------------------------------------------------------------------------------

-- A platform account that is or was connected.
create table account (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  profile_id text collate "C" not null references profile,
  platform text not null,
  platform_account_id text not null,
  -- Other ids of the same person, by which a platform names who removed the app.
  platform_user_ids text[] not null default '{}',
  username text not null,
  display_name text,
  avatar_url text,
  profile_url text,
  account_type text,
  -- Limits of the account's server; null where they are the same for all accounts of the platform.
  facts jsonb,
  status text not null check (status in ('connected', 'expired', 'disconnected')),
  status_reason text,
  permissions_granted text[] not null,
  permissions_missing text[] not null,
  tokens_sealed bytea,
  access_expires_at timestamptz,
  -- The end of the access that `account.expiring` reported.
  expiring_reported_for timestamptz,
  -- A rate limit pauses the account, never the queue.
  paused_until timestamptz,
  -- Near a platform's limit background reads wait, while posts and replies continue.
  reading_paused_until timestamptz,
  connected_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint account_disconnected_has_no_tokens check (status <> 'disconnected' or tokens_sealed is null)
);
-- A platform account is connected once per owner. A disconnected one does not count.
create unique index account_active on account (owner_id, platform, platform_account_id)
  where status <> 'disconnected';
-- Reconnecting finds the account in its profile, whatever its status.
create index account_in_profile on account (profile_id, platform, platform_account_id);
-- The list of an owner's accounts.
create index account_by_owner on account (owner_id, id);
-- The list of a profile's accounts. `status` lets profiles count theirs from the index alone.
create index account_list_of_profile on account (profile_id, id) include (status);
-- A platform's webhook or callback about a person.
create index account_by_platform_user on account using gin (platform_user_ids);

-- Accounts by network, and those that need attention.
create index account_by_platform on account (owner_id, platform, id);
create index account_not_connected on account (owner_id, status, id) where status <> 'connected';
-- The search for parts of an account's names.
create index account_names on account
  using gin (lower(username || ' ' || coalesce(display_name, '')) gin_trgm_ops);

-- When an account's access, comments or insights are read next: one row per account and kind.
create table account_poll (
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
-- The jobs of one kind.
create index account_poll_due on account_poll (kind, due_at) where due_at is not null;

-- Our app at each server. It belongs to the installation, not to an owner.
create table platform_server (
  id text collate "C" primary key,
  platform text not null,
  origin text not null,
  redirect_uri text not null,
  client_id text not null,
  client_secret_sealed bytea not null,
  created_at timestamptz not null,
  unique (platform, origin, redirect_uri)
);

-- The installation's signing keys for a network. Sessions depend on the key they were made with.
create table platform_key (
  kid text collate "C" primary key,
  platform text not null,
  private_sealed bytea not null,
  created_at timestamptz not null
);
create index platform_key_by_platform on platform_key (platform, created_at desc);

-- What this installation used of a network's quota on a day of the network.
create table platform_quota (
  platform text not null,
  name text not null,
  day date not null,
  used integer not null,
  primary key (platform, name)
);

-- Deletions of a person's data that a platform asked for. The code is what the platform shows.
create table data_deletion (
  code text primary key,
  platform text not null,
  requested_at timestamptz not null,
  completed_at timestamptz,
  accounts integer not null default 0
);

-- Webhooks of platforms that were processed already.
create table inbound_webhook (
  key text primary key,
  at timestamptz not null
);
-- The chore that deletes old ones.
create index inbound_webhook_by_age on inbound_webhook (at);

---------------------------------------------------------------------------------------------------
-- Connect links
---------------------------------------------------------------------------------------------------

-- Where clients may be sent back to.
create table redirect_origin (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  origin text not null,
  created_at timestamptz not null,
  unique (owner_id, origin)
);

-- What the hosted page shows of the owner.
create table connect_settings (
  owner_id text collate "C" primary key references owner,
  brand_name text,
  logo_url text,
  -- An uploaded logo as WebP, and its SHA-256 in hex, which is in its URL. It replaces logo_url.
  logo bytea,
  logo_checksum text collate "C",
  color text,
  language text,
  privacy_url text,
  support_email text,
  updated_at timestamptz not null,
  constraint connect_settings_logo_complete check ((logo is null) = (logo_checksum is null)),
  constraint connect_settings_one_logo check (logo is null or logo_url is null)
);

-- The hosted page finds a logo by its URL.
create index connect_settings_logo on connect_settings (logo_checksum);

-- A lasting page that creates a connect link each time the client continues from it (decision 048).
create table invitation (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  profile_id text collate "C" not null references profile,
  token_hash bytea not null unique,
  -- The settings of its connect links, as in connect_link.
  redirect_url text not null,
  state text,
  platforms text[],
  account_id text collate "C",
  language text,
  metadata jsonb not null default '{}',
  hints jsonb not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
-- The list of an owner's invitations, and of a profile's.
create index invitation_by_owner on invitation (owner_id, id);
create index invitation_by_profile on invitation (profile_id, id);
-- The chore that deletes old invitations.
create index invitation_by_expiry on invitation (expires_at);
-- Those that can still be opened, and revoked ones.
create index invitation_open on invitation (owner_id, expires_at) where revoked_at is null;
create index invitation_revoked on invitation (owner_id, id) where revoked_at is not null;

create table connect_link (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  profile_id text collate "C" not null references profile,
  token_hash bytea not null unique,
  redirect_url text not null,
  state text,
  platforms text[],
  -- The account to reconnect.
  account_id text collate "C",
  language text,
  metadata jsonb not null default '{}',
  -- Prefilled values of the question for the client's server, by platform.
  hints jsonb not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  -- The accounts that the link has connected.
  account_ids text[],
  -- A link of an invitation is kept as long as the invitation.
  invitation_id text collate "C" references invitation on delete cascade
);
-- The list of an owner's links, and of a profile's.
create index connect_link_by_owner on connect_link (owner_id, id);
create index connect_link_by_profile on connect_link (profile_id, id);
-- The chore that deletes old links.
create index connect_link_by_expiry on connect_link (expires_at);
create index connect_link_by_invitation on connect_link (invitation_id, id)
  where invitation_id is not null;
-- Those that can still be opened, and revoked ones.
create index connect_link_valid on connect_link (owner_id, expires_at)
  where used_at is null and revoked_at is null;
create index connect_link_revoked on connect_link (owner_id, id) where revoked_at is not null;

-- One try of a client to log in, for the history of a link.
create table connect_attempt (
  id bigint generated always as identity primary key,
  link_id text collate "C" not null references connect_link on delete cascade,
  at timestamptz not null,
  platform text,
  step text not null check (step in ('begin', 'server', 'callback', 'choose', 'done')),
  error text,
  -- What the error is about, for the client's page: the permissions that are missing, or the names of
  -- the accounts that were refused.
  subjects text[]
);
-- The history of a link.
create index connect_attempt_by_link on connect_attempt (link_id, id);

-- One login at a platform under way: the OAuth state is its hashed nonce, bound to a cookie.
create table connect_flow (
  id text collate "C" primary key,
  link_id text collate "C" not null references connect_link on delete cascade,
  platform text not null,
  state_hash bytea not null unique,
  cookie_hash bytea not null,
  -- What a login keeps for the callback: JSON.
  kept_sealed bytea,
  grant_sealed bytea,
  step text not null check (step in ('authorize', 'exchange', 'choose', 'done')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
-- The logins of a link, which end with it.
create index connect_flow_by_link on connect_flow (link_id);
-- The chore that deletes expired logins.
create index connect_flow_by_expiry on connect_flow (expires_at);

---------------------------------------------------------------------------------------------------
-- Media
---------------------------------------------------------------------------------------------------

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
  -- What networks limit and only the file says: frames of an image that moves, frames per second of a
  -- video, and the color space of an image.
  frame_count integer,
  frame_rate real,
  color_space text,
  -- The uploader's file name until someone gives it another.
  name text,
  alt_text text,
  tags text[] not null default '{}',
  -- The leading space marks the beginning of the first word.
  search_text text not null generated always as (
    fold_for_search(' ' || coalesce(name, '') || ' ' || coalesce(alt_text, ''))) stored,
  -- Whether the media_ids of a post contain it.
  is_used boolean not null default false,
  status text not null check (status in ('processing', 'ready', 'failed')),
  error text,
  -- Where the bytes are in the store. The part of the public address that nobody can guess is made
  -- from `secret`.
  storage_key text not null,
  thumbnail_key text,
  -- JPEG copies of an image for networks that do not take the image itself, made when a post first needs
  -- one: name in the public URL, key in the store, size in bytes, width and height.
  copies jsonb not null default '[]',
  secret bytea not null,
  checksum_sha256 text not null,
  created_at timestamptz not null
);
-- The list of a profile's media, and of an owner's.
create index media_by_profile on media (profile_id, id);
create index media_by_owner on media (owner_id, id);
-- The quotas of the owner and of each profile, from one index.
create index media_bytes_by_owner on media (owner_id) include (size, profile_id);
-- Media that cannot be used, and videos.
create index media_not_ready on media (owner_id, id) where status <> 'ready';
create index media_videos on media (owner_id, id) where type = 'video';
-- Media that no post uses, and those that one uses.
create index media_unused on media (owner_id, id) where not is_used;
create index media_used on media (owner_id, id) where is_used;
create index media_tags on media using gin (tags);
create index media_search on media using gin (search_text gin_trgm_ops);

-- Files to delete from the store, unless the media they were stored for is created. Written before a
-- file is stored and with the deletion of its media, so that a crash leaves no file behind.
create table media_removal (
  storage_key text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  due_at timestamptz not null,
  -- From then on the file may be gone: nothing can claim it any more.
  begun_at timestamptz
);
-- The chore that deletes the files.
create index media_removal_due on media_removal (due_at);

---------------------------------------------------------------------------------------------------
-- Posts
---------------------------------------------------------------------------------------------------

-- What is published, on one or several accounts. 'external' was published elsewhere and imported.
create table post (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  profile_id text collate "C" not null references profile,
  source text not null default 'api' check (source in ('api', 'external')),
  status text not null check (status in (
    'draft', 'awaiting_approval', 'scheduled', 'publishing', 'published', 'partially_published',
    'failed', 'canceled')),
  mode text not null check (mode in ('draft', 'now', 'schedule')),
  text text not null,
  -- The texts of the thread, and the texts and first comments of the targets that differ from the post.
  target_texts text not null default '',
  -- The leading space marks the beginning of the first word.
  search_text text not null
    generated always as (fold_for_search(' ' || text || ' ' || target_texts)) stored,
  -- The size of the post with its targets in a list, of which a page has at most 1 MiB.
  content_bytes integer not null default 0,
  media jsonb not null default '[]',
  -- The media of the post, its thread and its targets, each once.
  media_ids text[] not null default '{}',
  -- The parts after the first, as a list of `{ text, media }`.
  thread jsonb not null default '[]',
  -- What is published on networks without threads. Null refuses a thread there.
  thread_fallback text check (thread_fallback in ('first_comment', 'join')),
  external_id text collate "C",
  metadata jsonb not null default '{}',
  tags text[] not null default '{}',
  scheduled_at timestamptz,
  published_at timestamptz,
  -- Whether a client has approved what is published. Null asks for no approval.
  approval text check (approval in ('awaiting', 'approved', 'changes_requested')),
  -- What happens when the time passes first.
  approval_if_late text check (approval_if_late in ('hold', 'publish')),
  -- What the client wrote with the decision.
  approval_comment text,
  approval_changed_at timestamptz,
  -- The post of which it is a repeat.
  repeat_of_post_id text collate "C",
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint post_approval_is_whole check (
    (approval is null) = (approval_if_late is null) and (approval is null) = (approval_changed_at is null))
);
-- The list of a profile's posts, and of an owner's.
create index post_by_profile on post (profile_id, scheduled_at desc nulls last, id desc);
create index post_by_owner on post (owner_id, scheduled_at desc nulls last, id desc);
-- The list filtered by external_id.
create index post_by_external_id on post (owner_id, external_id) where external_id is not null;
-- The repeats of a post.
create index post_repeats on post (repeat_of_post_id) where repeat_of_post_id is not null;
-- The quota: a profile's posts that are not finished.
create index post_open on post (profile_id)
  where status in ('draft', 'awaiting_approval', 'scheduled', 'publishing');
-- The quota of posts that are created in a profile in a day.
create index post_created on post (profile_id, created_at) where source = 'api';
create index post_search on post using gin (search_text gin_trgm_ops);
-- The posts that use a file.
create index post_media on post using gin (media_ids) where media_ids <> '{}';
-- Posts that are not published, by status.
create index post_unpublished_by_owner on post (owner_id, status, scheduled_at desc nulls last, id desc)
  where status <> 'published';
create index post_unpublished_by_profile on post (profile_id, status, scheduled_at desc nulls last, id desc)
  where status <> 'published';
-- Posts that a client has not approved.
create index post_unapproved on post (owner_id, approval, scheduled_at desc nulls last, id desc)
  where approval <> 'approved';

-- A post's entry for one account, and the job that publishes it there.
create table post_target (
  id text collate "C" primary key,
  owner_id text collate "C" not null,
  profile_id text collate "C" not null,
  post_id text collate "C" not null references post on delete cascade,
  account_id text collate "C" not null,
  platform text not null,
  position integer not null,
  status text not null check (status in (
    'draft', 'scheduled', 'publishing', 'published', 'partially_published', 'failed', 'unknown',
    'canceled')),
  -- What the target says differently from its post. Null takes the post's.
  text text,
  media jsonb,
  thread jsonb,
  options jsonb not null default '{}',
  first_comment text,
  -- What the request said, as `{ text, media, thread, first_comment }`, where the fallback for a thread
  -- replaced it. An update starts from it.
  written jsonb,
  first_comment_status text check (first_comment_status in ('pending', 'sent', 'failed', 'unknown')),
  first_comment_attempts integer not null default 0,
  -- Why it was not written, as `{ code, source, message, retryable }`.
  first_comment_error jsonb,
  -- Of the texts and media of all parts: the same content for the same account is a duplicate.
  content_hash bytea not null,
  scheduled_at timestamptz,
  -- The slot of the account's posting plan that it fills.
  slot_at timestamptz,
  -- The parts that become public one after another, each answering the one before it, and the one
  -- that is worked on. A post without a thread has one.
  parts integer not null default 1,
  part integer not null default 1,
  -- What is done next; see the table in `posts/publish/states.ts`. 'commit' is written before the call
  -- that makes the part public.
  phase text check (phase in (
    'check', 'prepare', 'commit', 'follow', 'find', 'comment', 'comment_commit', 'comment_find',
    'link')),
  progress_sealed bytea,
  attempts integer not null default 0,
  attempt_started_at timestamptz,
  committed_at timestamptz,
  due_at timestamptz,
  -- Its post lacks the approval of the client: nothing claims it, whatever its time.
  held boolean not null default false,
  lease_until timestamptz,
  lease_token bigint,
  published_at timestamptz,
  -- When it was deleted from its platform. The target keeps its status.
  deleted_at timestamptz check (
    deleted_at is null or status in ('published', 'partially_published')),
  error_code text,
  error_source text check (error_source in ('platform', 'postern')),
  error_message text,
  error_retryable boolean,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- The targets of the posts of a page.
create index post_target_by_post on post_target (post_id, position);
-- The targets of an account: its last posts, and what keeps it from moving.
create index post_target_by_account on post_target (account_id, created_at desc);
-- A slot of an account has one post. A canceled one leaves it.
create unique index post_target_slot on post_target (account_id, slot_at)
  where slot_at is not null and status <> 'canceled';
-- The job: targets to publish.
create index post_target_due on post_target (due_at) where due_at is not null and not held;
-- Lately published posts, whose comments are watched.
create index post_target_published on post_target (published_at) where published_at is not null;
-- Whether there are posts for a network. The values repeat, so that a million rows take 7 MB.
create index post_target_by_platform on post_target (owner_id, platform, profile_id);

-- The parts of targets that are public on their platform, also those deleted there since.
create table post_part (
  target_id text collate "C" not null references post_target on delete cascade,
  number integer not null,
  account_id text collate "C" not null,
  platform_post_id text not null,
  permalink text,
  published_at timestamptz,
  deleted_at timestamptz,
  primary key (target_id, number)
);
-- A post on a platform is one part: found by a platform's webhook, imported once.
create unique index post_part_platform_post on post_part (account_id, platform_post_id);

-- A page on which a client approves posts, or asks for changes.
create table approval_link (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  profile_id text collate "C" not null references profile,
  token_hash bytea not null unique,
  post_ids text[] not null,
  language text,
  -- In which the page shows when the posts are published; null is that of the profile.
  time_zone text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
-- The list of an owner's links, and of a profile's.
create index approval_link_by_owner on approval_link (owner_id, id);
create index approval_link_by_profile on approval_link (profile_id, id);
-- The links of a post.
create index approval_link_by_post on approval_link using gin (post_ids);
-- The chore that deletes old links.
create index approval_link_by_expiry on approval_link (expires_at);
-- Those that can still be opened, and revoked ones.
create index approval_link_open on approval_link (owner_id, expires_at) where revoked_at is null;
create index approval_link_revoked on approval_link (owner_id, id) where revoked_at is not null;

-- An opening of the page, or a decision.
create table approval_record (
  id bigint generated always as identity primary key,
  link_id text collate "C" not null references approval_link on delete cascade,
  at timestamptz not null,
  action text not null default 'opened' check (action in ('opened', 'approved', 'changes_requested')),
  -- Of a decision.
  post_id text collate "C",
  comment text
);
-- The history of a link.
create index approval_record_by_link on approval_record (link_id, id);

-- A page with the report of a month.
create table report_link (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  profile_id text collate "C" not null references profile,
  token_hash bytea not null unique,
  -- In the time zone of the profile: `2026-10`.
  month text not null,
  sections text[] not null,
  language text,
  -- What the agency writes to its client.
  note text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
-- The list of an owner's links, and of a profile's.
create index report_link_by_owner on report_link (owner_id, id);
create index report_link_by_profile on report_link (profile_id, id);
-- The chore that deletes old links.
create index report_link_by_expiry on report_link (expires_at);
-- Those that can still be opened, and revoked ones.
create index report_link_open on report_link (owner_id, expires_at) where revoked_at is null;
create index report_link_revoked on report_link (owner_id, id) where revoked_at is not null;

create table report_opening (
  id bigint generated always as identity primary key,
  link_id text collate "C" not null references report_link on delete cascade,
  at timestamptz not null
);
-- The openings of a link.
create index report_opening_by_link on report_opening (link_id, id);

---------------------------------------------------------------------------------------------------
-- Posting plans
---------------------------------------------------------------------------------------------------

-- When a profile, or one of its accounts, posts every week. An account without one uses its profile's.
create table posting_plan (
  -- The profile or account.
  subject_id text collate "C" primary key,
  owner_id text collate "C" not null,
  profile_id text collate "C" not null references profile,
  account_id text collate "C" references account on delete cascade,
  -- A list of `{ weekday, time }` in the time zone of the profile.
  slots jsonb not null,
  jitter_minutes integer not null,
  paused boolean not null,
  skipped_slots timestamptz[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- The plans of a profile that is erased.
create index posting_plan_by_profile on posting_plan (profile_id);
-- The plan of an account that is erased.
create index posting_plan_by_account on posting_plan (account_id) where account_id is not null;

---------------------------------------------------------------------------------------------------
-- Imports
---------------------------------------------------------------------------------------------------

-- Posts that are created from the rows of a file, and the job that creates them.
create table post_import (
  id text collate "C" primary key,
  owner_id text collate "C" not null,
  profile_id text collate "C" not null references profile,
  format text not null check (format in ('csv', 'jsonl')),
  -- Every row is checked, and nothing is created.
  dry_run boolean not null,
  status text not null check (status in ('running', 'completed', 'undone')),
  created_at timestamptz not null,
  completed_at timestamptz,
  due_at timestamptz,
  lease_until timestamptz,
  lease_token bigint
);
-- The list of a profile's imports, and of an owner's.
create index post_import_by_profile on post_import (profile_id, id);
create index post_import_by_owner on post_import (owner_id, id);
create index post_import_due on post_import (due_at) where due_at is not null;
-- Imports that are old enough to be deleted.
create index post_import_by_age on post_import (created_at);

create table post_import_row (
  import_id text collate "C" not null references post_import on delete cascade,
  -- The row of the spreadsheet, where the header is the first, or the line of the file.
  number integer not null,
  external_id text collate "C",
  status text not null check (status in ('waiting', 'created', 'valid', 'exists', 'failed', 'undone')),
  -- The request that creates the post. Null once the row is done.
  input jsonb,
  post_id text collate "C",
  -- A list of `{ path, code, message }`.
  errors jsonb not null,
  -- How often it could not be worked on for a reason that may pass.
  failures smallint not null default 0,
  primary key (import_id, number)
);

---------------------------------------------------------------------------------------------------
-- Comments
---------------------------------------------------------------------------------------------------

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
  -- What it answers on the platform, and the comment of ours that this is. Null directly under the post.
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
  -- Who answers it. It counts only while the member is active and sees the profile.
  assignee_id text collate "C" references member on delete set null,
  -- The leading space marks the beginning of the first word.
  search_text text not null generated always as (
    fold_for_search(' ' || text || ' ' || author_username || ' ' || coalesce(author_name, ''))) stored,
  commented_at timestamptz not null,
  -- When a sync of its post last had it. One that a complete sync lacks was deleted there.
  seen_at timestamptz not null,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Storing a comment that was seen before is an update.
create unique index comment_on_platform on comment (account_id, platform_comment_id);
-- The inbox of a profile, of an owner, of an account and of a post.
create index comment_by_profile on comment (profile_id, commented_at desc, id desc);
create index comment_by_owner on comment (owner_id, commented_at desc, id desc);
create index comment_by_account on comment (account_id, commented_at desc, id desc);
create index comment_by_post on comment (post_id, commented_at desc, id desc);
-- The inbox filtered by reply status.
create index comment_unreplied on comment (owner_id, reply_status, commented_at desc, id desc);
-- The number of unanswered comments of a profile.
create index comment_unanswered on comment (profile_id)
  where reply_status = 'unreplied' and deleted_at is null;
-- The inbox of a member, and the deletion of a member.
create index comment_by_assignee on comment (assignee_id, commented_at desc, id desc)
  where assignee_id is not null;
create index comment_search on comment using gin (search_text gin_trgm_ops);
-- The inbox by network, and of hidden and deleted comments.
create index comment_by_platform on comment (owner_id, platform, commented_at desc, id desc);
create index comment_hidden on comment (owner_id, commented_at desc, id desc) where hidden;
create index comment_deleted on comment (owner_id, commented_at desc, id desc)
  where deleted_at is not null;

-- What members tell each other about a comment. It is never sent to a platform.
create table comment_note (
  id text collate "C" primary key,
  owner_id text collate "C" not null,
  profile_id text collate "C" not null,
  comment_id text collate "C" not null references comment on delete cascade,
  -- As in the audit log, both stay when the member is deleted.
  author_id text collate "C" not null,
  author_name text not null,
  text text not null,
  created_at timestamptz not null
);
-- The notes of a comment, oldest first.
create index comment_note_by_comment on comment_note (comment_id, id);
-- The export of a profile.
create index comment_note_by_profile on comment_note (profile_id, id);

-- Texts to insert into posts and replies. Without a profile, a text is for all profiles of the owner.
create table saved_text (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  profile_id text collate "C" references profile,
  kind text not null check (kind in ('template', 'reply', 'hashtags', 'signature')),
  name text not null,
  text text not null,
  -- The leading space marks the beginning of the first word.
  search_text text not null generated always as (
    fold_for_search(' ' || name || ' ' || text)) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index saved_text_name on saved_text (owner_id, profile_id, kind, lower(name))
  nulls not distinct;
-- The texts of an owner, and of a profile. Those of one kind are found by the index of the names.
create index saved_text_by_owner on saved_text (owner_id, id);
create index saved_text_by_profile on saved_text (profile_id, id);
create index saved_text_search on saved_text using gin (search_text gin_trgm_ops);

-- What the account answered, from here or in the platform's own app.
create table comment_reply (
  id text collate "C" primary key,
  owner_id text collate "C" not null,
  profile_id text collate "C" not null,
  comment_id text collate "C" not null references comment on delete cascade,
  -- 'sending' is written before the call. One that stays so had no answer.
  status text not null check (status in ('sending', 'sent', 'failed')),
  text text not null,
  platform_reply_id text,
  permalink text,
  created_at timestamptz not null
);
-- The replies to the comments of a page.
create index comment_reply_by_comment on comment_reply (comment_id, created_at);
-- A reply on the platform is stored once.
create unique index comment_reply_on_platform on comment_reply (comment_id, platform_reply_id)
  where platform_reply_id is not null;
-- Whether something that a platform names is a reply of ours.
create index comment_reply_by_platform_id on comment_reply (platform_reply_id)
  where platform_reply_id is not null;

-- When the comments of a published post are read next: young posts often, old ones seldom.
create table post_poll (
  id text collate "C" primary key,
  account_id text collate "C" not null references account on delete cascade,
  post_id text collate "C" not null,
  platform_post_id text not null,
  published_at timestamptz not null,
  -- When the last sync began, and the last that went through everything.
  synced_at timestamptz,
  completed_at timestamptz,
  -- A sync that is to continue: since when, and from where.
  sync_started_at timestamptz,
  cursor text,
  failures integer not null default 0,
  due_at timestamptz,
  unique (account_id, platform_post_id)
);
-- The posts of an account that are due. The account's row in account_poll is the job.
create index post_poll_due on post_poll (account_id, due_at) where due_at is not null;

---------------------------------------------------------------------------------------------------
-- Insights
---------------------------------------------------------------------------------------------------

-- The metrics of a UTC day, kept forever; a metric without data has no entry. They follow the account.
-- One row per day and not per metric: a year of nine metrics is 365 rows.
create table insight_day (
  account_id text collate "C" not null references account on delete cascade,
  day date not null,
  metrics jsonb not null,
  synced_at timestamptz not null,
  -- Days arrive one by one, so a range is scattered over the table. In the index it is together.
  primary key (account_id, day) include (metrics)
);

-- The last metrics of a public part. `synced_at` is null until the platform gave some.
create table insight_post (
  target_id text collate "C" not null references post_target on delete cascade,
  number integer not null,
  metrics jsonb not null,
  synced_at timestamptz,
  tried_at timestamptz not null,
  primary key (target_id, number)
);

-- A sync that was requested. Without a profile it is for every profile of the owner.
create table insight_sync (
  id text collate "C" primary key,
  owner_id text collate "C" not null,
  profile_id text collate "C",
  created_at timestamptz not null
);
-- How many syncs an owner has requested lately.
create index insight_sync_by_owner on insight_sync (owner_id, created_at desc);
-- The chore that deletes old syncs.
create index insight_sync_by_age on insight_sync (created_at);

create table insight_sync_account (
  sync_id text collate "C" not null references insight_sync on delete cascade,
  account_id text collate "C" not null references account on delete cascade,
  outcome text check (outcome in ('done', 'failed')),
  finished_at timestamptz,
  primary key (sync_id, account_id)
);
-- The syncs that wait for an account that was just read.
create index insight_sync_account_waiting on insight_sync_account (account_id) where outcome is null;

---------------------------------------------------------------------------------------------------
-- Webhooks. `event`, `delivery` and `attempt` are the history, one partition a day, dropped after 31
-- days. `delivery_queue` has only what is pending.
---------------------------------------------------------------------------------------------------

create table webhook_endpoint (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  profile_id text collate "C" references profile,
  url text not null,
  events text[] not null,
  description text,
  active boolean not null default true,
  inactive_reason text check (inactive_reason in ('failures', 'owner')),
  consecutive_failures integer not null default 0,
  -- While it fails: no attempt before then (half-open, 1, 2, 4 … 30 s apart).
  attempt_after timestamptz,
  -- To the second, so that a busy endpoint is not written with every delivery.
  last_success_at timestamptz,
  last_failure_at timestamptz,
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint webhook_endpoint_inactive_has_reason check (active = (inactive_reason is null)),
  constraint webhook_endpoint_previous_secret_ends
    check ((previous_secret_sealed is null) = (previous_secret_until is null))
);
-- The list of an owner's endpoints; `emit` looks here for who hears of an event.
create index webhook_endpoint_by_owner on webhook_endpoint (owner_id, id);
-- The endpoints of a profile, which end with it.
create index webhook_endpoint_by_profile on webhook_endpoint (profile_id);

-- The exact bytes that are signed, once per event. Empty after the erasure of the profile.
create table event (
  id uuid not null,
  created_at timestamptz not null,
  owner_id text collate "C" not null,
  profile_id text collate "C" not null,
  type text not null,
  body bytea not null,
  -- What it is about: the ID of its account, post, comment, profile or endpoint.
  resource_id text collate "C",
  primary key (id, created_at)
) partition by range (created_at);
-- The erasure of a profile.
create index event_by_profile on event (profile_id, created_at);
-- What members are told of by email.
create index event_noticed on event (owner_id, created_at) where type in (
  'account.expiring', 'account.expired', 'post.failed', 'post.approved', 'post.changes_requested');
-- The search for the deliveries about a resource.
create index event_by_resource on event (resource_id, created_at) where resource_id is not null;

-- Written once. A delivery is pending while the queue has it and succeeded when the queue releases it;
-- only what was not delivered is marked, so that a success at the first try writes nothing here.
create table delivery (
  id uuid not null,
  created_at timestamptz not null,
  owner_id text collate "C" not null,
  profile_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_id uuid not null,
  event_created_at timestamptz not null,
  event_type text not null,
  test boolean not null default false,
  outcome text check (outcome in ('failed', 'skipped')),
  outcome_at timestamptz,
  primary key (id, created_at),
  constraint delivery_outcome_has_time check ((outcome is null) = (outcome_at is null))
) partition by range (created_at);
-- The list of an endpoint's deliveries, and of those that were not delivered.
create index delivery_by_endpoint on delivery (endpoint_id, created_at desc, id desc);
create index delivery_undelivered on delivery (endpoint_id, created_at desc, id desc)
  where outcome is not null;
-- Deliveries that were never sent. Nothing of it is written for a delivery that succeeds or fails.
create index delivery_skipped on delivery (endpoint_id, created_at desc, id desc)
  where outcome = 'skipped';

-- `created_at` is that of the delivery, so that both are in partitions of the same day.
create table attempt (
  delivery_id uuid not null,
  created_at timestamptz not null,
  number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  url text not null,
  status_code integer,
  error text,
  response bytea,
  -- The signatures are 32 bytes for each secret; the code and the headers are those of failures only.
  signature bytea,
  error_code text,
  response_headers jsonb,
  primary key (delivery_id, number, created_at)
) partition by range (created_at);

-- Rows are in these only when a day's partition is missing, which raises an alarm.
create table event_default partition of event default;
create table delivery_default partition of delivery default;
create table attempt_default partition of attempt default;

-- The lease columns are not indexed, so that a claim is a HOT update; the free space of each page and
-- an eager vacuum keep the table small.
create table delivery_queue (
  delivery_id uuid primary key,
  delivery_created_at timestamptz not null,
  endpoint_id text collate "C" not null,
  event_id uuid not null,
  event_created_at timestamptz not null,
  due_at timestamptz not null,
  attempt integer not null default 1,
  -- A single try, outside the schedule.
  once boolean not null default false,
  -- Resends that were asked for and not made yet, and how many were made on top of the schedule.
  resends integer not null default 0,
  resent integer not null default 0,
  lease_until timestamptz,
  lease_token bigint
) with (
  fillfactor = 60,
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0
);
-- The claim: what is due of an endpoint.
create index delivery_queue_due on delivery_queue (endpoint_id, due_at, delivery_id);
-- What the claim takes first: resends, and on a failing endpoint retries. Neither has first attempts
-- in it, of which there may be thousands.
create index delivery_queue_resends on delivery_queue (endpoint_id, due_at, delivery_id)
  where resends > 0;
create index delivery_queue_retries on delivery_queue (endpoint_id, due_at, delivery_id)
  where attempt > 1 and not once;

-- "Send again what was not delivered since": done in pages, each page one transaction.
create table webhook_recovery (
  id bigint generated always as identity primary key,
  endpoint_id text collate "C" not null references webhook_endpoint on delete cascade,
  since timestamptz not null,
  until timestamptz not null,
  -- Which deliveries are sent again; null means all event types.
  event_types text[],
  statuses text[] not null,
  after_created_at timestamptz,
  after_id uuid,
  created_at timestamptz not null
);
-- The recoveries of an endpoint, which end with it.
create index webhook_recovery_by_endpoint on webhook_recovery (endpoint_id);

-- Emails to send, each with the change that it reports.
create table mail_outbox (
  id bigint generated always as identity primary key,
  owner_id text collate "C" not null references owner,
  kind text not null check (kind in ('webhook_warning', 'webhook_disabled')),
  endpoint_id text collate "C",
  data jsonb not null default '{}',
  created_at timestamptz not null,
  attempts integer not null default 0,
  due_at timestamptz,
  lease_until timestamptz,
  lease_token bigint
);
-- The job: emails to send.
create index mail_outbox_due on mail_outbox (due_at) where due_at is not null;

-- What a member wants to be told by email, and the job that tells it. A member without a row wants nothing.
create table member_notices (
  member_id text collate "C" primary key references member on delete cascade,
  owner_id text collate "C" not null references owner,
  -- By cause: `{ timing, reported_until, next_at }`. What happened before `reported_until` was told.
  choices jsonb not null,
  -- Local times such as '20:00', in the member's time zone. Nothing is sent between them.
  quiet_from text,
  quiet_until text,
  digest_time text not null,
  unanswered_hours integer not null,
  -- The earliest `next_at`.
  due_at timestamptz,
  lease_until timestamptz,
  lease_token bigint,
  constraint member_notices_quiet_hours check ((quiet_from is null) = (quiet_until is null))
);
-- The job: members to tell.
create index member_notices_due on member_notices (due_at) where due_at is not null;

---------------------------------------------------------------------------------------------------
-- Requests
---------------------------------------------------------------------------------------------------

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
  -- Why it was refused: `{ path, code, limit, actual }` of each detail of its error, never a text of it.
  error_details jsonb not null default '[]',
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
-- Failed requests by code, and errors of the server. Nothing of it is written for a request that succeeds.
create index api_request_by_error on api_request (owner_id, error_code, created_at desc, id desc)
  where error_code is not null;
create index api_request_server_error on api_request (owner_id, created_at desc, id desc)
  where status >= 500;

-- Rows are in this only when a day's partition is missing, which raises an alarm.
create table api_request_default partition of api_request default;

-- Answers by Idempotency-Key. An answer belongs to the profile that it is about, and is deleted with it.
create table idempotency (
  -- The API key or the member that sent the request.
  key_id text collate "C" not null,
  owner_id text collate "C" not null references owner,
  profile_id text collate "C" references profile,
  key text not null,
  request_hash bytea not null,
  status integer,
  headers jsonb,
  body bytea,
  locked_until timestamptz not null,
  -- Since when a change that must not be made twice is under way, while its answer is not stored: if
  -- the process died then, the request is not run again.
  begun_at timestamptz,
  created_at timestamptz not null,
  primary key (key_id, key)
);
-- The chore that deletes old answers.
create index idempotency_by_age on idempotency (created_at);
-- The erasure of a profile.
create index idempotency_by_profile on idempotency (profile_id) where profile_id is not null;

-- Uses of what is limited (requests of a key, sign-ins of an email or address, URL checks) in the
-- current window of each. A crash may lose them.
create unlogged table rate_window (
  -- The name of the limit and a hash of what it counts.
  key_id text collate "C" primary key,
  window_start timestamptz not null,
  used integer not null,
  granted integer not null
);

---------------------------------------------------------------------------------------------------
-- Background work
---------------------------------------------------------------------------------------------------

-- Each claim gets the next number as its lease_token.
create sequence lease_token_sequence;

-- Recurring work, one row each.
create table chore (
  name text primary key,
  due_at timestamptz,
  lease_until timestamptz,
  lease_token bigint,
  last_run_at timestamptz
);

-- The processes that run, by their heartbeats: any of them can tell whether there is a worker.
create table process (
  id uuid primary key,
  role text not null check (role in ('all', 'api', 'worker')),
  host text not null,
  pid integer not null,
  version text not null,
  -- Names of the encryption keys it has. It encrypts with the first.
  key_names text[] not null,
  -- How far its clock is ahead of the database's.
  clock_offset_ms integer not null,
  started_at timestamptz not null,
  beat_at timestamptz not null,
  -- The change of the database server that it has noticed.
  acknowledged_at timestamptz
);

-- The PostgreSQL server that last wrote these data, one row. A promoted replica or a restored backup has a
-- row that names another server, another timeline of its WAL, or fewer beats than a process remembers.
create table database_server (
  is_only boolean primary key default true check (is_only),
  system_identifier text not null,
  timeline integer not null,
  -- Whether commits wait for a standby. null: not visible to this role.
  replication text check (replication in ('none', 'asynchronous', 'synchronous')),
  -- Counted by every process.
  beats bigint not null,
  seen_at timestamptz not null,
  changed_at timestamptz,
  -- What was committed in this span may be missing from these data.
  lost_since timestamptz,
  lost_until timestamptz,
  -- The latest due time up to which a process that has noticed the change claimed posts before it.
  claimed_until timestamptz,
  check ((lost_since is null) = (lost_until is null))
);
