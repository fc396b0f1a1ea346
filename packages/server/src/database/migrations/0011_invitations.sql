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

-- A link of an invitation is kept as long as the invitation.
alter table connect_link
  add column invitation_id text collate "C" references invitation on delete cascade;
create index connect_link_by_invitation on connect_link (invitation_id, id)
  where invitation_id is not null;
