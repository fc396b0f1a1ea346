-- Lists of connect links, the newest first, of an owner or of one profile.
create index connect_link_by_owner on connect_link (owner_id, id);
drop index connect_link_by_profile;
create index connect_link_by_profile on connect_link (profile_id, id);
