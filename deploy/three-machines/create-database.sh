#!/bin/sh
# Patroni runs this once, on the first primary, with the address of the database postgres.
set -eu
psql "$1" --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set password="$POSTERN_DATABASE_PASSWORD" <<'SQL'
create role postern login password :'password';
-- To see the replication, and so that a failover loses nothing.
grant pg_monitor to postern;
create database postern owner postern;
SQL
