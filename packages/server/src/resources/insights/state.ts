import { createHash } from 'node:crypto'
import { limits } from '../../core/limits.ts'
import type { Pending } from './plan.ts'

/**
 * The progress of an account's insights, stored in `account_poll.state`. A cycle reads the recent
 * days, then the posts. Each step is saved with its metrics in one transaction, so that a restart
 * resumes there.
 */
export type InsightState = {
  /** When the current or last cycle started. */
  cycle_at?: string
  cycle_step?: 'days' | 'posts' | 'over'
  /** How many recent days the cycle has read. */
  recent_done?: number
  next_cycle_at?: string
  /** When the last cycle was completed. */
  synced_at?: string
  /** All days up to this one were read after they had settled, or are pending. */
  known_to?: string
  pending?: Pending
  /** Permissions that the platform reported as missing. */
  missing?: readonly string[]
}

const { refreshMs, jitterMsMax } = limits.insights

/** Events that make a cycle due early. */
export type SyncTriggers = {
  connectedAt: Date
  /** When the newest sync that waits for this account was requested. */
  requestedAt: Date | null
}

/** Whether to run a cycle now: an unfinished, a scheduled or a requested one. */
export function isCycleDue(state: InsightState, triggers: SyncTriggers, now: Date): boolean {
  if (!state.cycle_at || state.cycle_step !== 'over') return true
  if (triggers.requestedAt || isNewer(triggers.connectedAt, state.cycle_at)) return true
  return !state.next_cycle_at || now.getTime() >= Date.parse(state.next_cycle_at)
}

/** Whether an unfinished cycle may resume; one older than its trigger is started again. */
export function canResume(state: InsightState, triggers: SyncTriggers, now: Date): boolean {
  if (!state.cycle_at || state.cycle_step === 'over') return false
  if (now.getTime() - Date.parse(state.cycle_at) >= refreshMs) return false
  if (isNewer(triggers.connectedAt, state.cycle_at)) return false
  return !triggers.requestedAt || !isNewer(triggers.requestedAt, state.cycle_at)
}

/** 6 hours after `cycleAt`, minus a jitter derived from the account's id to spread the load. */
export function nextCycleAt(accountId: string, cycleAt: Date): Date {
  const share = createHash('sha256').update(accountId).digest().readUInt32BE(0) / 2 ** 32
  return new Date(cycleAt.getTime() + refreshMs - Math.floor(share * jitterMsMax))
}

/** `needed`, if the login lacked it or the platform has since reported it missing; else `null`. */
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
