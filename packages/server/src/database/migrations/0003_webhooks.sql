create table webhook_endpoint (
  id text collate "C" primary key,
  owner_id text collate "C" not null references owner,
  profile_id text collate "C" references profile,
  url text not null,
  events text[] not null,
  description text,
  active boolean not null default true,
  inactive_reason text check (inactive_reason in ('failures', 'owner')),
  consecutive_failures integer not null default 0,
  -- While failing: no attempt before this instant (half-open, 1, 2, 4 … 30 s apart).
  attempt_after timestamptz,
  -- Kept to the second, so that a busy endpoint is not written with every delivery.
  last_success_at timestamptz,
  last_failure_at timestamptz,
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (active = (inactive_reason is null)),
  check ((previous_secret_sealed is null) = (previous_secret_until is null))
);
create index webhook_endpoint_by_owner on webhook_endpoint (owner_id, id);
create index webhook_endpoint_by_profile on webhook_endpoint (profile_id);

-- The exact bytes that are signed, once per event; empty after the erasure of the profile.
create table event (
  id uuid not null,
  created_at timestamptz not null,
  owner_id text collate "C" not null,
  profile_id text collate "C" not null,
  type text not null,
  body bytea not null,
  primary key (id, created_at)
) partition by range (created_at);
create index event_by_profile on event (profile_id, created_at);

-- Written once. A delivery is pending while the queue has it and succeeded when the queue lets it
-- go; only what was not delivered is marked, so that a first-try success writes nothing here.
create table delivery (
  id uuid not null,
  created_at timestamptz not null,
  owner_id text collate "C" not null,
  profile_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_id uuid not null,
  event_created_at timestamptz not null,
  event_type text not null,
  test boolean not null default false,
  outcome text check (outcome in ('failed', 'skipped')),
  outcome_at timestamptz,
  primary key (id, created_at),
  check ((outcome is null) = (outcome_at is null))
) partition by range (created_at);
create index delivery_by_endpoint on delivery (endpoint_id, created_at desc, id desc);
create index delivery_undelivered on delivery (endpoint_id, created_at desc, id desc)
  where outcome is not null;

-- `created_at` is that of the delivery, so that both lie in partitions of the same day.
create table attempt (
  delivery_id uuid not null,
  created_at timestamptz not null,
  number integer not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  url text not null,
  status_code integer,
  error text,
  response bytea,
  primary key (delivery_id, number, created_at)
) partition by range (created_at);

-- A net: rows land here only when tomorrow's partition is missing, which raises an alarm.
create table event_default partition of event default;
create table delivery_default partition of delivery default;
create table attempt_default partition of attempt default;

-- Pending work only: small and hot. The lease columns are not indexed, so a claim is a HOT update.
create table delivery_queue (
  delivery_id uuid primary key,
  delivery_created_at timestamptz not null,
  endpoint_id text collate "C" not null,
  event_id uuid not null,
  event_created_at timestamptz not null,
  due_at timestamptz not null,
  attempt integer not null default 1,
  -- A resend is one try beside the schedule.
  once boolean not null default false,
  lease_until timestamptz,
  lease_token bigint
) with (
  fillfactor = 60,
  autovacuum_vacuum_scale_factor = 0.01,
  autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0
);
create index delivery_queue_due on delivery_queue (endpoint_id, due_at, delivery_id);

create sequence lease_token_sequence;

-- "Send again what was not delivered since": worked in pages, each page one transaction.
create table webhook_recovery (
  id bigint generated always as identity primary key,
  endpoint_id text collate "C" not null references webhook_endpoint on delete cascade,
  since timestamptz not null,
  until timestamptz not null,
  after_created_at timestamptz,
  after_id uuid,
  created_at timestamptz not null
);
create index webhook_recovery_by_endpoint on webhook_recovery (endpoint_id);

create table mail_outbox (
  id bigint generated always as identity primary key,
  owner_id text collate "C" not null references owner,
  kind text not null check (kind in ('webhook_warning', 'webhook_disabled')),
  endpoint_id text collate "C",
  data jsonb not null default '{}',
  created_at timestamptz not null,
  attempts integer not null default 0,
  due_at timestamptz,
  lease_until timestamptz,
  lease_token bigint
);
create index mail_outbox_due on mail_outbox (due_at) where due_at is not null;

-- Recurring chores: one row each, claimed like any other work.
create table chore (
  name text primary key,
  due_at timestamptz,
  lease_until timestamptz,
  lease_token bigint,
  last_run_at timestamptz
);
