-- The quotas of media, of the owner and of each profile, from one index.
drop index media_bytes_by_owner;
create index media_bytes_by_owner on media (owner_id) include (size, profile_id);
-- The quota of posts that are created in a profile in a day.
create index post_created on post (profile_id, created_at) where source = 'api';
-- A member's new email, which counts once they open the link that was sent there.
alter table sign_in_link
  drop constraint sign_in_link_purpose_check,
  add column email text,
  add constraint sign_in_link_purpose_check check (purpose in ('first', 'invite', 'reset', 'email')),
  add constraint sign_in_link_email check ((purpose = 'email') = (email is not null));
