-- Networks where each account has a server of its own.

-- What a login keeps for the callback: JSON. Logins under way are cut off by an update.
alter table connect_flow rename column verifier_sealed to kept_sealed;
delete from connect_flow where step in ('authorize', 'exchange');

alter table connect_attempt drop constraint connect_attempt_step_check;
alter table connect_attempt add constraint connect_attempt_step_check
  check (step in ('begin', 'server', 'callback', 'choose', 'done'));

-- Prefilled values of the question for the client's server, by platform.
alter table connect_link add column hints jsonb not null default '{}';

-- Limits of the account's server; null where they are the same for all accounts of the platform.
alter table account add column facts jsonb;

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
