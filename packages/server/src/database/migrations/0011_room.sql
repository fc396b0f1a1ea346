-- What bounds growth is counted: open posts of a profile, bytes of an owner's media.
create index post_open on post (profile_id) where status in ('draft', 'scheduled', 'publishing');
create index media_bytes_by_owner on media (owner_id) include (size);
