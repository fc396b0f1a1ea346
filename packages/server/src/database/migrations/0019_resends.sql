-- Resends that were asked for and not made yet, and how many were made on top of the schedule.
alter table delivery_queue
  add column resends integer not null default 0,
  add column resent integer not null default 0;

-- What goes first: resends, and on a failing endpoint what was tried before. Neither has first attempts in it.
create index delivery_queue_resends on delivery_queue (endpoint_id, due_at, delivery_id)
  where resends > 0;
create index delivery_queue_retries on delivery_queue (endpoint_id, due_at, delivery_id)
  where attempt > 1 and not once;
