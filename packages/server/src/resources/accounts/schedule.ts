import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { newUuid } from '../../core/ids.ts'
import type { AccountWatchKind } from '../../database/inbox-tables.ts'
import { type Reader, type Tx, wakeAfterCommit } from '../../database/open.ts'
import type { Claim } from '../../jobs/due.ts'
import { readClocks } from '../../jobs/leases.ts'

/** Schedules an account's next check of this kind (upsert). */
export async function scheduleCheck(
  tx: Tx,
  accountId: string,
  kind: AccountWatchKind,
  dueAt: Date,
): Promise<void> {
  await tx
    .insertInto('account_watch')
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

/** Claims an account's check before it is due; `null` if another process has claimed it. */
export async function claimCheck(
  db: Reader,
  accountId: string,
  kind: AccountWatchKind,
  leaseSeconds: number,
): Promise<Claim | null> {
  const requestedAt = readClocks()
  const { rows } = await sql<{ key: string; token: string }>`
    update account_watch set
      lease_until = now() + make_interval(secs => ${leaseSeconds}),
      lease_token = nextval('lease_token_sequence')
    where account_id = ${accountId} and kind = ${kind}
      and (lease_until is null or lease_until < now())
    returning id::text as key, lease_token::text as token`.execute(db)
  return rows[0] ? { table: 'account_watch', requestedAt, ...rows[0] } : null
}

/** `now + ms` plus up to `share` of `ms`, so that accounts connected together are checked apart. */
export function delayWithJitter(now: Date, ms: number, share = 0.1): Date {
  return new Date(now.getTime() + ms + randomInt(Math.max(1, Math.floor(ms * share))))
}
