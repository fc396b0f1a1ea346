-- A stored answer belongs to the profile that it is about, and is deleted with it.
alter table idempotency
  add column owner_id text collate "C" references owner,
  add column profile_id text collate "C" references profile;
update idempotency i set owner_id = coalesce(
  (select k.owner_id from api_key k where k.id = i.key_id),
  (select m.owner_id from member m where m.id = i.key_id));
delete from idempotency where owner_id is null;
alter table idempotency alter column owner_id set not null;
create index idempotency_by_profile on idempotency (profile_id) where profile_id is not null;
