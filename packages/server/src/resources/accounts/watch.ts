import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { newUuid } from '../../core/ids.ts'
import type { AccountWatchKind } from '../../database/inbox-tables.ts'
import { type Reader, type Tx, wakeAfterCommit } from '../../database/open.ts'
import type { Claim } from '../../jobs/due.ts'
import { readClocks } from '../../jobs/leases.ts'

/** Makes an account's watch of this kind due at `dueAt`, whether it had one or not. */
export async function watchAccount(
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
        // A new login may have ended the platform's subscription; what was read before stays read.
        ...(kind === 'access' ? { state: '{}' } : {}),
      }),
    )
    .execute()
  wakeAfterCommit(tx, 'work')
}

/** The watch of one account, claimed out of turn; `null` while somebody else works on it. */
export async function claimWatch(
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

/** A time up to `share` of the span later, so that accounts connected together spread out. */
export function later(now: Date, ms: number, share = 0.1): Date {
  return new Date(now.getTime() + ms + randomInt(Math.max(1, Math.floor(ms * share))))
}
