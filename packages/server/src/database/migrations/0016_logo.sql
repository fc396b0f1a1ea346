-- An uploaded logo as WebP, and its SHA-256 in hex, which is in its URL. It takes the place of logo_url.
alter table connect_settings
  add logo bytea,
  add logo_checksum text collate "C",
  add constraint connect_settings_logo_complete
    check ((logo is null) = (logo_checksum is null)),
  add constraint connect_settings_one_logo check (logo is null or logo_url is null);
create index connect_settings_logo on connect_settings (logo_checksum);
