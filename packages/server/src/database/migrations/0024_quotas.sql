-- The quotas of media, of the owner and of each profile, from one index.
drop index media_bytes_by_owner;
create index media_bytes_by_owner on media (owner_id) include (size, profile_id);
-- The quota of posts that are created in a profile in a day.
create index post_created on post (profile_id, created_at) where source = 'api';
