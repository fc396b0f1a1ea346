-- JPEG copies of an image for networks that do not take the image itself, made when a post first needs one: name in
-- the public URL, key in the store, size in bytes, width and height.
alter table media add column copies jsonb not null default '[]';
