-- Since when the change of a request that must not be made twice is under way, while its answer is not
-- kept: one whose process died then is not run again.
alter table idempotency add column begun_at timestamptz;
