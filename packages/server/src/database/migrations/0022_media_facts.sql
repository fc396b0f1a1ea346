-- What networks limit and only the file says: frames of an image that moves, frames per second of a video, and the
-- color space of an image. Null for files of earlier versions and where it does not apply.
alter table media
  add column frame_count integer,
  add column frame_rate real,
  add column color_space text;
