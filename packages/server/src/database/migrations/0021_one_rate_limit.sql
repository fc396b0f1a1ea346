-- Tries to sign in are counted in rate_window, like everything else that is limited.
drop table sign_in_window;
