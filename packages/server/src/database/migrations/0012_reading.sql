-- Asked with every request: which profiles are being deleted. Seldom is one, among all there ever were.
create index profile_hidden on profile (owner_id) where deleting_at is not null and erased_at is null;
-- Lists of the living and of the deleted, each without stepping over the others.
drop index profile_by_age;
create index profile_by_age on profile (owner_id, is_default desc, created_at, id)
  where deleting_at is null;
create index profile_deletions on profile (owner_id, deleting_at desc, id desc)
  where deleting_at is not null;
-- Lists of one profile, in the order of their pages.
create index account_list_of_profile on account (profile_id, id);
drop index api_key_by_profile;
create index api_key_by_profile on api_key (profile_id, id);
