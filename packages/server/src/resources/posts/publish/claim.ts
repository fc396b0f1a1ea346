import { sql, type Updateable } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Reader, Tx } from '../../../database/open.ts'
import type { PostTargetTable } from '../../../database/post-tables.ts'
import { type Lease, leaseEnd, readClocks } from '../../../jobs/leases.ts'

/** A claimed target; the lease's key is its id. */
export type TargetClaim = Lease & { readonly postId: string; readonly accountId: string }

/**
 * Claims due targets, at most one of each account, so that a slow account holds up only itself. An
 * account that is paused is left out, unless it is only to be read (`find`, `link`). A target whose
 * account was erased is claimed too: it has to fail. Leases run by the database's clock, what is due
 * by `now`.
 */
export async function claimTargets(db: Reader, now: Date, rows: number): Promise<TargetClaim[]> {
  const requestedAt = readClocks()
  const { rows: claimed } = await sql<Omit<TargetClaim, 'requestedAt' | 'table'>>`
    with due as materialized (
      select distinct on (t.account_id) t.id, t.due_at
      from post_target t left join account a on a.id = t.account_id
      where t.due_at <= ${now} and (t.lease_until is null or t.lease_until < now())
        and (a.paused_until is null or a.paused_until <= ${now} or t.phase in ('find', 'link'))
        and not exists (select 1 from post_target busy
          where busy.account_id = t.account_id and busy.id <> t.id and busy.lease_until >= now())
      order by t.account_id, t.due_at, t.place
    ), mine as (
      select t.id from post_target t join due on due.id = t.id
      where t.due_at <= ${now} and (t.lease_until is null or t.lease_until < now())
      order by due.due_at, t.place limit ${rows} for update of t skip locked
    )
    update post_target t set
      lease_until = ${leaseEnd},
      lease_token = nextval('lease_token_sequence')
    from mine where t.id = mine.id
    returning t.id as key, t.post_id as "postId", t.account_id as "accountId",
      t.lease_token::text as token`.execute(db)
  return claimed.map((row) => ({ table: 'post_target', requestedAt, ...row }))
}

/** The last transaction of each post that this process has started. */
const lastOnPost = new Map<string, Promise<unknown>>()

/**
 * Runs the transactions of one post one after the other. They lock its row, and those that wait for
 * the lock would hold all connections of the pool when many targets of few posts end together.
 */
export async function transactOnPost<Result>(
  ctx: Pick<Context, 'db'>,
  postId: string,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const before = lastOnPost.get(postId) ?? Promise.resolve()
  const own = before.catch(() => {}).then(() => ctx.db.transact(work))
  lastOnPost.set(postId, own)
  try {
    return await own
  } finally {
    if (lastOnPost.get(postId) === own) lastOnPost.delete(postId)
  }
}

/**
 * Locks the claimed target for a write and renews its lease; `false` when the claim was lost: to
 * another worker, or to the owner who changed or canceled the post. The post's row comes first, as
 * for every writer: its targets' ends take turns, so that the last one sees all the others.
 */
export async function holdTarget(tx: Tx, claim: TargetClaim): Promise<boolean> {
  const { rows } = await sql`
    with held as materialized (select id from post where id = ${claim.postId} for update)
    update post_target t set lease_until = ${leaseEnd} from held
    where t.id = ${claim.key} and t.post_id = held.id and t.lease_token = ${claim.token}
    returning 1`.execute(tx)
  return rows.length === 1
}

/**
 * Writes to the claimed target alone and renews its lease, unless the changes end it; `false` when
 * the claim was lost. For what leaves the target's status as it is, and so the post's.
 */
export async function writeHeld(
  db: Reader,
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

/** When the next target becomes due after `now`, if any does. */
export async function nextDueAt(db: Reader, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('post_target')
    .select('due_at')
    .where('due_at', '>', now)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? null
}
