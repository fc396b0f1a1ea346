-- What an attempt sent and got, for its page. The signatures are 32 bytes for each secret. Null for
-- attempts of earlier versions; the code and the headers are those of failures only.
alter table attempt add column signature bytea;
alter table attempt add column error_code text;
alter table attempt add column response_headers jsonb;
