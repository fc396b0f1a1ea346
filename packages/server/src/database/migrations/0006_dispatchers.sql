-- A dispatcher that runs. It holds a session advisory lock on its id, so the row of one whose lock
-- is free belongs to a process that died, and its leases need not be waited for.
create table dispatcher (
  id integer generated always as identity primary key,
  started_at timestamptz not null,
  -- When its death was noticed; its leases are freed then, and once more with the row's end.
  died_at timestamptz
);

-- Not indexed, like the other lease columns: a claim stays a HOT update.
alter table delivery_queue add column lease_holder integer;
