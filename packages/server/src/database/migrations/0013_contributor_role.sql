-- A contributor sees assigned profiles like staff, and can only draft.
alter table member drop constraint member_role_check;
alter table member add constraint member_role_check
  check (role in ('owner', 'staff', 'contributor'));
