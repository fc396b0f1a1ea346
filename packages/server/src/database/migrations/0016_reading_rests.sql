-- Near a platform's limit what is read in the background waits, while posts and replies go on.
alter table account add column reading_paused_until timestamptz;
