-- When the dispatcher was last heard of: one that is cut off keeps its lock for as long as
-- PostgreSQL keeps its connection, and says nothing more.
alter table dispatcher add column beat_at timestamptz not null default now();
