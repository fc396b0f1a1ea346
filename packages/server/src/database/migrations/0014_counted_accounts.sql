-- With each profile goes the count of its accounts: the index alone tells it.
drop index account_list_of_profile;
create index account_list_of_profile on account (profile_id, id) include (status);
