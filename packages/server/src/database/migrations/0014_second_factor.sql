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

-- Which members must set up a second factor before anything else.
alter table owner add second_factor_required_for text not null default 'nobody'
  check (second_factor_required_for in ('nobody', 'owners', 'everyone'));
