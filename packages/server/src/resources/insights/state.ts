import { createHash } from 'node:crypto'
import { limits } from '../../core/limits.ts'
import type { Pending } from './plan.ts'

/**
 * What `account_watch.state` keeps of an account's insights. A cycle reads the recent days, then the
 * posts; each step is kept with its figures in one transaction, so that a restart goes on where it
 * was.
 */
export type InsightState = {
  /** When the cycle that runs, or the last one, began. */
  cycle_at?: string
  cycle_step?: 'days' | 'posts' | 'over'
  /** How many of its recent days the cycle has read. */
  recent_done?: number
  next_cycle_at?: string
  /** When a cycle was completed last. */
  synced_at?: string
  /** Days up to this one had settled when they were read, or are pending. */
  known_to?: string
  pending?: Pending
  /** Permissions that the platform said are missing. */
  missing?: readonly string[]
}

const { refreshMs, jitterMsMax } = limits.insights

/** Why an account may be read before its time. */
export type Occasion = {
  connectedAt: Date
  /** When a sync that waits for this account was asked for, the newest one. */
  askedAt: Date | null
}

/** Whether a cycle is to be run now: one that was begun, one whose time has come, or one asked for. */
export function isCycleDue(state: InsightState, occasion: Occasion, now: Date): boolean {
  if (!state.cycle_at || state.cycle_step !== 'over') return true
  if (occasion.askedAt || isNewer(occasion.connectedAt, state.cycle_at)) return true
  return !state.next_cycle_at || now.getTime() >= Date.parse(state.next_cycle_at)
}

/** Whether a begun cycle goes on; one that is older than what it is for begins anew. */
export function goesOn(state: InsightState, occasion: Occasion, now: Date): boolean {
  if (!state.cycle_at || state.cycle_step === 'over') return false
  if (now.getTime() - Date.parse(state.cycle_at) >= refreshMs) return false
  if (isNewer(occasion.connectedAt, state.cycle_at)) return false
  return !occasion.askedAt || !isNewer(occasion.askedAt, state.cycle_at)
}

/** Within 6 hours; how much sooner is the account's own, so that accounts spread out. */
export function nextCycleAt(accountId: string, cycleAt: Date): Date {
  const share = createHash('sha256').update(accountId).digest().readUInt32BE(0) / 2 ** 32
  return new Date(cycleAt.getTime() + refreshMs - Math.floor(share * jitterMsMax))
}

/** The permission, if it is missing: by the login, or by what the platform said since. */
export function missingPermission(
  needed: string,
  account: { permissions_missing: readonly string[]; connected_at: Date },
  state: InsightState,
): string | null {
  if (account.permissions_missing.includes(needed)) return needed
  const isOutdated = !state.cycle_at || isNewer(account.connected_at, state.cycle_at)
  return !isOutdated && state.missing?.includes(needed) ? needed : null
}

function isNewer(instant: Date, than: string): boolean {
  return instant.getTime() > Date.parse(than)
}
