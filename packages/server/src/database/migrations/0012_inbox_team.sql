-- Who answers a comment. It counts only while the member is active and sees the profile.
alter table comment add column assignee_id text collate "C" references member on delete set null;
-- The inbox of a member, and the deletion of a member.
create index comment_by_assignee on comment (assignee_id, commented_at desc, id desc)
  where assignee_id is not null;

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
