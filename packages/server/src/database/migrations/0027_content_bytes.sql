-- The size of a post with its targets in a list, of which a page has at most 1 MiB; see contentBytesOf.
alter table post add column content_bytes integer not null default 0;
update post set content_bytes = octet_length(text) + octet_length(target_texts) + coalesce((
    select sum(512 + octet_length(options::text)) from post_target where post_id = post.id), 0);
