import { hostname } from 'node:os'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { limits } from '../core/limits.ts'
import { confirmServer } from '../database/server-identity.ts'
import type { ProcessTable } from '../database/tables.ts'
import { keyName, refreshKeyring } from '../security/secrets.ts'

export type LivingProcess = ProcessTable & { silent_ms: number }

/**
 * Writes the row of this process, with the names of its encryption keys, which it first reads again
 * because they may have been rotated, and the offset of its clock from the database's.
 */
export async function writeProcess(ctx: Context, id: string, version: string): Promise<void> {
  await confirmServer(ctx.db, ctx.clock.now())
  refreshKeyring(ctx.config.keyring)
  const names = ctx.config.keyring.map((key) => keyName(key.id))
  const offset = await measureClock(ctx)
  await sql`
    insert into process
      (id, role, host, pid, version, key_names, clock_offset_ms, started_at, beat_at)
    values (${id}, ${ctx.config.role}, ${hostname()}, ${process.pid}, ${version}, ${names},
      ${offset}, now(), now())
    on conflict (id) do update
      set beat_at = now(), key_names = excluded.key_names,
        clock_offset_ms = excluded.clock_offset_ms`.execute(ctx.db.query)
}

export async function removeProcess(ctx: Context, id: string): Promise<void> {
  await sql`delete from process where id = ${id}`.execute(ctx.db.query).catch(() => {})
}

/** How many milliseconds this process's clock is ahead of the database's. */
export async function measureClock(ctx: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const before = ctx.clock.now().getTime()
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(ctx.db.query)
  const after = ctx.clock.now().getTime()
  return Math.round((before + after) / 2 - rows[0]!.ms)
}

/** The processes with a recent heartbeat, by the database's clock. */
export async function listProcesses(ctx: Pick<Context, 'db'>): Promise<LivingProcess[]> {
  const { rows } = await sql<LivingProcess>`
    select id, role, host, pid, version, key_names, clock_offset_ms, started_at, beat_at,
      (extract(epoch from now() - beat_at) * 1000)::float8 as silent_ms
    from process
    where beat_at > now() - make_interval(secs => ${limits.health.silentMsMax / 1_000})
    order by started_at, id`.execute(ctx.db.query)
  return rows
}

/** Deletes the rows of killed processes; a process that stops deletes its own. */
export async function deleteDeadProcesses(ctx: Context): Promise<void> {
  await sql`delete from process where beat_at < now() - interval '1 day'`.execute(ctx.db.query)
}
