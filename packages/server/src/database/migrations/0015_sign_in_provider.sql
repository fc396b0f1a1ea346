-- The member's account at the OpenID Connect provider, linked when they first sign in with it.
alter table member
  add provider_issuer text,
  add provider_subject text,
  add constraint member_provider_complete
    check ((provider_issuer is null) = (provider_subject is null));
create unique index member_provider on member (provider_issuer, provider_subject);

-- How a session was opened: a provider checks its own second factor.
alter table session add method text not null default 'password'
  check (method in ('password', 'provider'));
