import { sql } from 'kysely'
import { limits } from '../core/limits.ts'
import { timelineSql } from './connection.ts'
import type { Database, Queries, ServerMemory } from './open.ts'
import type { Replication } from './tables.ts'

/** The span whose commits may be missing from the data, by the clocks of the processes. */
export type LostSpan = { since: Date; until: Date }

/** The clocks of two processes may differ, and a post is due by the clock of the one that publishes it. */
const clockToleranceMs = 5_000
/** A second failover within this time extends the span of the first, and callers still retry. */
const sameFailureMs = 5 * 60_000
/** Fencing tokens of the lost span are at most this much higher than the sequence says. */
const tokensSkipped = 1_000_000
const triesMax = 5
/** Two beats of a process. */
const heldMsMax = 10_000

const timeline = sql.raw(timelineSql)
const systemIdentifier = sql`(select system_identifier::text from pg_control_system())`

/**
 * Whether the data are those that this process knows, as an expression for a statement that starts what
 * cannot be undone. If not, call `confirmServer` and repeat the statement.
 */
export function isServerKnown({ beats, isVisible, changedAt }: ServerMemory) {
  if (!isVisible) return sql<boolean>`true`
  if (changedAt === undefined) return sql<boolean>`false`
  return sql<boolean>`exists (select 1 from database_server
    where ${matches(beats)} and changed_at is not distinct from ${changedAt})`
}

function matches(beats: number) {
  return sql`system_identifier = ${systemIdentifier} and timeline = ${timeline} and beats >= ${beats}`
}

/**
 * Counts a beat, and stores how the server replicates. If another server or timeline wrote the data, or
 * they are older than this process knows, commits may be lost: stores the span in which, and moves the
 * fencing tokens on. Nothing is lost if commits waited for a standby and no process knows better.
 */
export async function confirmServer(db: Database, now: Date): Promise<void> {
  for (let tries = 1; db.server.isVisible; tries += 1) {
    try {
      if (await beat(db, now)) return
      await recordChange(db, now)
    } catch (err) {
      if (!isHidden(err)) throw err
      db.server.isVisible = false
    }
    if (tries === triesMax) throw new Error('The identity of the database server keeps changing.')
  }
}

/** Whether the role may read the identity of the server, without which a failover is not noticed. */
export async function canReadIdentity(db: Queries): Promise<boolean> {
  try {
    await sql`select ${timeline}, ${systemIdentifier}`.execute(db)
    return true
  } catch (err) {
    if (isHidden(err)) return false
    throw err
  }
}

/** PostgreSQL's insufficient_privilege, undefined_function, feature_not_supported. */
function isHidden(err: unknown): boolean {
  return ['42501', '42883', '0A000'].includes((err as { code?: string }).code ?? '')
}

async function beat({ query, server }: Database, now: Date): Promise<boolean> {
  const { rows } = await sql<{ beats: string; changed_at: Date | null }>`
    update database_server set beats = beats + 1, seen_at = ${now}, replication = ${replication}
    where ${matches(server.beats)} returning beats, changed_at`.execute(query)
  const row = rows[0]
  if (!row) return false
  server.beats = Number(row.beats)
  if (server.changedAt !== undefined && server.claimedAt) {
    // Until then it may have claimed posts on the server before.
    await sql`
      update database_server set claimed_until = greatest(claimed_until, ${server.claimedAt})
      where changed_at = ${row.changed_at} and changed_at is distinct from ${server.changedAt}`.execute(
      query,
    )
  }
  server.changedAt = row.changed_at
  return true
}

/**
 * `synchronous`: commits wait until a standby has stored them. Without the role pg_monitor the state of
 * standbys is null, and so is this.
 */
export const replication = sql<Replication | null>`(
  select case
    when count(*) filter (where state is null) > 0 then null
    when count(*) filter (where sync_state in ('sync', 'quorum')) > 0
      and current_setting('synchronous_commit') in ('on', 'remote_apply') then 'synchronous'
    when count(*) > 0 then 'asynchronous'
    else 'none' end
  from pg_stat_replication where application_name <> 'pg_basebackup')`

async function recordChange(db: Database, now: Date): Promise<void> {
  const { beats } = db.server
  await db.transact(async (tx) => {
    const { rows } = await sql<{ is_older: boolean; is_lossy: boolean; is_known: boolean }>`
      select beats < ${beats} as is_older,
        beats < ${beats} or replication is distinct from 'synchronous' as is_lossy,
        ${matches(beats)} as is_known
      from database_server for update`.execute(tx)
    const row = rows[0]
    if (!row) {
      await sql`
        insert into database_server (system_identifier, timeline, beats, seen_at)
        values (${systemIdentifier}, ${timeline}, ${beats}, ${now})
        on conflict do nothing`.execute(tx)
    } else if (!row.is_known) {
      if (row.is_lossy && (await wasRunning(tx))) await recordLoss(tx, now)
      await sql`
        update database_server set system_identifier = ${systemIdentifier}, timeline = ${timeline},
          beats = greatest(beats, ${beats}), changed_at = ${now}`.execute(tx)
    }
  })
}

/** After a clean stop no process is left in the data, and nothing was committed that they lack. */
async function wasRunning(tx: Queries): Promise<boolean> {
  const { rows } = await sql`select 1 from process limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * Stores that commits since `since`, by default the last beat in the data, may be missing from them.
 * The fencing tokens move on past those that were given out.
 */
export async function recordLoss(tx: Queries, now: Date, since?: Date): Promise<void> {
  const until = new Date(now.getTime() + clockToleranceMs)
  const recently = new Date(now.getTime() - sameFailureMs)
  await sql`
    update database_server set claimed_until = null,
      lost_since = least(${since ?? sql`seen_at`}, case when lost_until > ${recently} then lost_since end),
      lost_until = ${until}`.execute(tx)
  await sql`
    select setval('lease_token_sequence', nextval('lease_token_sequence') + ${tokensSkipped})`.execute(
    tx,
  )
}

/**
 * The span of a loss that ended at most five minutes ago, in which a caller repeats what it was not
 * told; `null` otherwise. Notices a failover first.
 */
export async function readRecentLoss(db: Database, now: Date): Promise<LostSpan | null> {
  const read = () =>
    sql<LostColumns & { is_known: boolean }>`
      select ${isServerKnown(db.server)} as is_known, lost_since, lost_until
      from (select 1) as one left join database_server on true`.execute(db.query)
  let { rows } = await read()
  if (!rows[0]!.is_known) {
    await confirmServer(db, now)
    ;({ rows } = await read())
  }
  const lost = toLostSpan(rows[0])
  return lost && now.getTime() < lost.until.getTime() + sameFailureMs ? lost : null
}

type LostColumns = { lost_since: Date | null; lost_until: Date | null }

export function toLostSpan(row: LostColumns | undefined): LostSpan | null {
  return row?.lost_since && row.lost_until ? { since: row.lost_since, until: row.lost_until } : null
}

/** Whether a process that may have claimed posts on the server before has not told until when. */
const isAwaited = sql<boolean>`exists (select 1 from process
  where role <> 'api' and beat_at > lost_since - ${`${limits.health.silentMsMax} ms`}::interval
    and acknowledged_at is distinct from changed_at)`

/**
 * The end of the lost span for posts: no process has claimed one on the server before that was due later.
 * A subquery without rows before the first beat.
 */
export const claimedSpan = sql<LostColumns>`(
  select lost_since, case when claimed_until is null or ${isAwaited} then lost_until
    else least(lost_until, claimed_until) end as lost_until from database_server)`

/** Posts that were due until then are not claimed yet: within seconds the processes tell what they claimed. */
export function heldUntil(now: Date) {
  const since = new Date(now.getTime() - heldMsMax)
  return sql<Date | null>`(select lost_until from database_server
    where changed_at > ${since} and ${isAwaited})`
}
