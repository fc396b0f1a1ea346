import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { newUuid } from '../../core/ids.ts'
import type { PollKind } from '../../database/inbox-tables.ts'
import { type Queries, type Tx, wakeAfterCommit } from '../../database/open.ts'
import type { Claim } from '../../jobs/due.ts'
import { readClocks } from '../../jobs/leases.ts'

/** Schedules an account's next check of this kind (upsert). */
export async function scheduleCheck(
  tx: Tx,
  accountId: string,
  kind: PollKind,
  dueAt: Date,
): Promise<void> {
  await tx
    .insertInto('account_poll')
    .values({
      id: newUuid(),
      account_id: accountId,
      kind,
      state: '{}',
      due_at: dueAt,
      lease_until: null,
      lease_token: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind']).doUpdateSet({
        due_at: dueAt,
        failures: 0,
        // A new login may have removed the webhook subscription; sync positions are kept.
        ...(kind === 'access' ? { state: '{}' } : {}),
      }),
    )
    .execute()
  wakeAfterCommit(tx, 'work')
}

/**
 * Claims an account's check before it is due, and adds it if it is missing; `null` if another process
 * has claimed it.
 */
export async function claimCheck(
  db: Queries,
  accountId: string,
  kind: PollKind,
  leaseSeconds: number,
): Promise<Claim | null> {
  const requestedAt = readClocks()
  const { rows } = await sql<{ key: string; token: string }>`
    insert into account_poll as w (id, account_id, kind, state, due_at, lease_until, lease_token)
    values (${newUuid()}, ${accountId}, ${kind}, '{}', null,
      now() + make_interval(secs => ${leaseSeconds}), nextval('lease_token_sequence'))
    on conflict (account_id, kind) do update set
      lease_until = excluded.lease_until, lease_token = excluded.lease_token
    where w.lease_until is null or w.lease_until < now()
    returning w.id::text as key, w.lease_token::text as token`.execute(db)
  return rows[0] ? { table: 'account_poll', requestedAt, ...rows[0] } : null
}

/** `now + ms` plus up to `share` of `ms`, so that accounts connected together are checked apart. */
export function delayWithJitter(now: Date, ms: number, share = 0.1): Date {
  return new Date(now.getTime() + ms + randomInt(Math.max(1, Math.floor(ms * share))))
}
