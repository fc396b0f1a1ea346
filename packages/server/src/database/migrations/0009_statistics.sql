-- The number of unanswered comments of a profile.
create index comment_unanswered on comment (profile_id)
  where reply_status = 'unreplied' and deleted_at is null;
