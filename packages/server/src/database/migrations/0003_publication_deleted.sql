-- When a published post was deleted from its platform. The target stays published: it tells what happened.
alter table post_target add column deleted_at timestamptz
  check (deleted_at is null or status = 'published');
