/** The initial time of a test app. The template database has the partitions of the days around it. */
export const firstInstant = new Date('2026-11-21T09:00:00.000Z')

export const partitionsSql = `
  select relname as name from pg_class where relispartition and relname ~ '_[0-9]{8}$' and relkind = 'r'`

/** Computes a hash of everything that DDL can change. */
export const schemaSql = `
  select md5(string_agg(line, E'\\n' order by line)) as hash from (
    select concat_ws(' ', relname, relkind, relchecks, relhastriggers, reloptions, relacl) from pg_class
      where relnamespace = 'public'::regnamespace
    union all select concat_ws(' ', attrelid::regclass, attname, atttypid, attnotnull, atthasdef)
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger
    union all select concat_ws(' ', proname, prosrc) from pg_proc
      where pronamespace = 'public'::regnamespace
    union all select setconfig::text from pg_db_role_setting
      where setdatabase in (select oid from pg_database where datname = current_database())
    union all select concat_ws(' ', number, name) from migration
  ) as schema (line)`
