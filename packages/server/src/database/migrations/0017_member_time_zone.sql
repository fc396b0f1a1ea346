-- The IANA time zone of the dashboard's dates and times; null follows the browser.
alter table member add column time_zone text;
