-- 'link': the platform told the post under a provisional id; its own is asked for a few times more.
alter table post_target drop constraint post_target_phase_check;
alter table post_target add constraint post_target_phase_check
  check (phase in ('prepare', 'commit', 'follow', 'find', 'comment', 'link'));
