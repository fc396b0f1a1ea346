-- Indexes for filters of lists that match few rows or none, where a list reads everything in its order. Most are
-- partial: they leave out the value that nearly all rows have, so that it costs nothing to write.

-- Accounts by network, and those that need attention.
create index account_by_platform on account (owner_id, platform, id);
create index account_not_connected on account (owner_id, status, id) where status <> 'connected';
-- The search for parts of an account's names.
create index account_names on account
  using gin (lower(username || ' ' || coalesce(display_name, '')) gin_trgm_ops);

-- Posts that are not published, by status.
create index post_unpublished_by_owner on post (owner_id, status, scheduled_at desc nulls last, id desc)
  where status <> 'published';
create index post_unpublished_by_profile on post (profile_id, status, scheduled_at desc nulls last, id desc)
  where status <> 'published';
-- Whether there are posts for a network. The values repeat, so that a million rows take 7 MB.
create index post_target_by_platform on post_target (owner_id, platform, profile_id);

-- The inbox by network, and of hidden and deleted comments.
create index comment_by_platform on comment (owner_id, platform, commented_at desc, id desc);
create index comment_hidden on comment (owner_id, commented_at desc, id desc) where hidden;
create index comment_deleted on comment (owner_id, commented_at desc, id desc)
  where deleted_at is not null;

-- Media that cannot be used, and videos.
create index media_not_ready on media (owner_id, id) where status <> 'ready';
create index media_videos on media (owner_id, id) where type = 'video';

-- Pages that can still be opened, and revoked ones.
create index connect_link_valid on connect_link (owner_id, expires_at)
  where used_at is null and revoked_at is null;
create index connect_link_revoked on connect_link (owner_id, id) where revoked_at is not null;
create index invitation_open on invitation (owner_id, expires_at) where revoked_at is null;
create index invitation_revoked on invitation (owner_id, id) where revoked_at is not null;

-- Failed requests by code, and errors of the server. Nothing of it is written for a request that succeeds.
create index api_request_by_error on api_request (owner_id, error_code, created_at desc, id desc)
  where error_code is not null;
create index api_request_server_error on api_request (owner_id, created_at desc, id desc)
  where status >= 500;

-- Deliveries that were never sent. Nothing of it is written for a delivery that succeeds or fails.
create index delivery_skipped on delivery (endpoint_id, created_at desc, id desc)
  where outcome = 'skipped';
