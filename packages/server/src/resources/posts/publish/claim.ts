import { sql, type Updateable } from 'kysely'
import type { Context } from '../../../context.ts'
import { limits } from '../../../core/limits.ts'
import type { Database, Queries, Tx } from '../../../database/open.ts'
import type { PostTargetTable, TargetPhase } from '../../../database/post-tables.ts'
import { confirmServer, heldUntil, isServerKnown } from '../../../database/server-identity.ts'
import { type Lease, leaseEnd, readClocks } from '../../../jobs/leases.ts'
import { type SlotUser, withinShares } from '../../../jobs/shares.ts'

/** A claimed target; `key` is its id. */
export type TargetClaim = Lease & SlotUser & { readonly postId: string; readonly accountId: string }

/** These call the network and change nothing there. */
const readingPhases: TargetPhase[] = ['check', 'find', 'comment_find', 'link']

/**
 * Claims up to `rows` due targets, at most one per account, so that a slow account delays only its
 * own posts, and within the shares of their profiles and servers. Targets of a paused account are
 * skipped unless they only read. Nothing is claimed before a failover of the database is noticed.
 * Targets that lack the approval of the client are `held`: this statement is the one place that decides it.
 * Targets of an erased account are claimed so that they fail. `due_at` is compared with `now`,
 * leases with the database's clock.
 */
export async function claimTargets(
  db: Database,
  now: Date,
  rows: number,
  running: readonly SlotUser[] = [],
): Promise<TargetClaim[]> {
  // A stale connection to a former primary may answer again; the next poll asks another one.
  for (let tries = 0; tries < 2; tries += 1) {
    const requestedAt = readClocks()
    const found = await claimRows(db, now, rows, running)
    const claims = found.filter((row) => row.key !== null)
    if (claims.length === found.length) {
      db.server.claimedAt = now
      return claims.map((row) => ({ table: 'post_target', requestedAt, ...row }))
    }
    await confirmServer(db, now)
  }
  return []
}

type ClaimedRow = Omit<TargetClaim, 'requestedAt' | 'table'>

/** One row without a key, and no claim, if the data are not those that this process knows. */
async function claimRows(
  db: Database,
  now: Date,
  rows: number,
  running: readonly SlotUser[],
): Promise<ClaimedRow[]> {
  const { rows: found } = await sql<ClaimedRow>`
    with server as materialized (
      select ${isServerKnown(db.server)} as is_known, ${heldUntil(now)} as held_until
    ), candidate as materialized (
      select distinct on (t.account_id) t.id, t.due_at, t.profile_id, a.facts->>'server' as server
      from post_target t left join account a on a.id = t.account_id
      where (select is_known and (held_until is null or t.due_at > held_until) from server)
        and t.due_at <= ${now} and not t.held and (t.lease_until is null or t.lease_until < now())
        and (a.paused_until is null or a.paused_until <= ${now} or t.phase = any(${readingPhases}))
        and not exists (select 1 from post_target busy
          where busy.account_id = t.account_id and busy.id <> t.id and busy.lease_until >= now())
      order by t.account_id, t.due_at, t.position
    ), ${withinShares(limits.post.inFlightMax, running)}, claimed as (
      select t.id, in_turn.server from post_target t join in_turn on in_turn.id = t.id
      where t.due_at <= ${now} and not t.held and (t.lease_until is null or t.lease_until < now())
      order by in_turn.turn, in_turn.due_at, t.position limit ${rows} for update of t skip locked
    ), leased as (
      update post_target t set
        lease_until = ${leaseEnd},
        lease_token = nextval('lease_token_sequence')
      from claimed where t.id = claimed.id
      returning t.id as key, t.post_id as "postId", t.account_id as "accountId",
        t.profile_id as "profileId", claimed.server, t.lease_token::text as token
    )
    select key, "postId", "accountId", "profileId", server, token from leased
    union all select null, null, null, null, null, null where not (select is_known from server)`.execute(
    db.query,
  )
  return found
}

/** The latest transaction that this process started for each post. */
const lastTransactionByPost = new Map<string, Promise<unknown>>()

/**
 * Runs the transactions of one post one after another. All of them lock its row; if they waited for
 * the lock in the database, many targets of a few posts would occupy every pooled connection.
 */
export async function transactOnPost<Result>(
  ctx: Pick<Context, 'db'>,
  postId: string,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const previous = lastTransactionByPost.get(postId) ?? Promise.resolve()
  const current = previous.catch(() => {}).then(() => ctx.db.transact(work))
  lastTransactionByPost.set(postId, current)
  try {
    return await current
  } finally {
    if (lastTransactionByPost.get(postId) === current) lastTransactionByPost.delete(postId)
  }
}

/**
 * Updates the claimed target and renews its lease, unless `changes` sets `lease_until`. Returns `false`
 * if the claim was lost: to another worker, or because the owner changed or canceled the post. Locks
 * the post's row first, as every writer does, so that the target that finishes last sees the results
 * of all others.
 */
export async function updateClaimedTargetOfPost(
  tx: Tx,
  claim: TargetClaim,
  changes: Updateable<PostTargetTable>,
): Promise<boolean> {
  const row = await tx
    .with(
      (cte) => cte('locked').materialized(),
      (db) =>
        db.selectFrom('post').select('id as locked_id').where('id', '=', claim.postId).forUpdate(),
    )
    .updateTable('post_target')
    .from('locked')
    .set({ lease_until: leaseEnd, ...changes })
    .where('post_target.id', '=', claim.key)
    .whereRef('post_target.post_id', '=', 'locked.locked_id')
    .where('lease_token', '=', claim.token)
    .returning('post_target.id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Updates only the claimed target and renews its lease, unless `changes` sets `lease_until`.
 * Returns `false` if the claim was lost. Only for changes that keep the status, since the post's
 * status is not recomputed.
 */
export async function updateClaimedTarget(
  db: Queries,
  claim: TargetClaim,
  changes: Updateable<PostTargetTable>,
): Promise<boolean> {
  const requestedAt = readClocks()
  const row = await db
    .updateTable('post_target')
    .set({ lease_until: leaseEnd, ...changes })
    .where('id', '=', claim.key)
    .where('lease_token', '=', claim.token)
    .returning('id')
    .executeTakeFirst()
  if (row) claim.requestedAt = requestedAt
  return row !== undefined
}

/** When the next target becomes due after `now`, or `null`. */
export async function nextDueAt(db: Queries, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('post_target')
    .select('due_at')
    .where('due_at', '>', now)
    .where('held', '=', false)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? null
}
