import { sql } from 'kysely'
import { limits } from '../core/limits.ts'
import type { Queries } from '../database/open.ts'
import type { Claim } from './due.ts'
import { leaseEnd, readClocks } from './leases.ts'
import { findFull, type SlotUser, withinShares } from './shares.ts'

/** A claimed row of `account_poll`. */
export type AccountClaim = Claim & SlotUser

/** Of these the longest due are chosen, in turn by profile. */
const candidatesMax = 256

/**
 * Claims accounts that are due for this kind of work, within the shares of their profiles and servers.
 * A row whose last run ended without releasing it is not run at once: its account may be what ended the
 * process. It is due again after a delay that doubles until a run releases it.
 */
export async function claimDueAccounts(
  db: Queries,
  kind: string,
  options: { now: Date; rows: number; slots: number; running: readonly SlotUser[] },
): Promise<AccountClaim[]> {
  const { now, slots, running } = options
  const full = findFull(slots, running)
  const { firstMs, maxMs } = limits.work.abandonedDelay
  const requestedAt = readClocks()
  const { rows } = await sql<
    Omit<AccountClaim, 'table' | 'requestedAt' | 'token'> & { token: string | null }
  >`
    with candidate as materialized (
      select w.id, w.due_at, a.profile_id, a.facts->>'server' as server
      from account_poll w join account a on a.id = w.account_id
      where w.kind = ${kind} and w.due_at <= ${now}
        and (w.lease_until is null or w.lease_until < now())
        and a.profile_id <> all(${full.profiles}::text[])
        and coalesce(a.facts->>'server', '') <> all(${full.servers}::text[])
      order by w.due_at limit ${candidatesMax}
    ), ${withinShares(slots, running)}, due as (
      select w.id, w.lease_token is not null as is_abandoned,
        coalesce((w.state->>'abandoned')::int, 0) as abandoned, in_turn.profile_id, in_turn.server
      from account_poll w join in_turn on in_turn.id = w.id
      where w.due_at <= ${now} and (w.lease_until is null or w.lease_until < now())
      order by in_turn.turn, in_turn.due_at limit ${options.rows} for update of w skip locked)
    update account_poll w set
      lease_until = case when due.is_abandoned then null else ${leaseEnd} end,
      lease_token = case when due.is_abandoned then null else nextval('lease_token_sequence') end,
      state = case when due.is_abandoned
        then w.state || jsonb_build_object('abandoned', due.abandoned + 1) else w.state end,
      due_at = case when due.is_abandoned
        then ${now}::timestamptz + make_interval(secs =>
          least(${firstMs / 1_000} * 2 ^ least(due.abandoned, 12), ${maxMs / 1_000}))
        else w.due_at end
    from due where w.id = due.id
    returning w.id as key, w.lease_token::text as token, due.profile_id as "profileId", due.server`.execute(
    db,
  )
  return rows.flatMap(({ token, ...row }) =>
    token === null ? [] : [{ table: 'account_poll' as const, requestedAt, token, ...row }],
  )
}
