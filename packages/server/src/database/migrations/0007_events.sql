-- What an event is about: the ID of its account, post, comment, profile or endpoint. Null for events
-- of earlier versions.
alter table event add column resource_id text collate "C";
-- The search for the deliveries about a resource.
create index event_by_resource on event (resource_id, created_at) where resource_id is not null;

-- Which deliveries a recovery sends again; null means all event types.
alter table webhook_recovery add column event_types text[];
alter table webhook_recovery add column statuses text[] not null default '{failed,skipped}';
alter table webhook_recovery alter column statuses drop default;
