-- Why the first comment of a post was not written, as `{ code, source, message, retryable }`, and how often it was
-- tried again. Comments that failed in earlier versions have no reason.
alter table post_target
  add column first_comment_attempts integer not null default 0,
  add column first_comment_error jsonb;
