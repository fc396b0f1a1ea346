import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '../core/clock.ts'
import type { Post } from '../core/content.ts'
import type { Account } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { dayOf, endOfDay } from './days.ts'

/** One day in 13 has no data, as on the real platforms (threads.md §5.2). */
const GAP_EVERY = 13
/** Share of a day's final value that is reported until two days after its end. */
const SETTLING_SHARE = 0.85

/** Share of its followers that an account gains per day. */
const DAILY_GROWTH = 0.0015

/**
 * Typical value per follower and day. All metrics of a day or post vary alike, so that no post is seen by more
 * people than it has views.
 */
const accountRates: Record<string, number> = {
  views: 0.35,
  reach: 0.22,
  likes: 0.04,
  replies: 0.006,
  comments: 0.006,
  reposts: 0.004,
  quotes: 0.001,
  clicks: 0.01,
  shares: 0.003,
  saves: 0.005,
  accounts_engaged: 0.03,
  total_interactions: 0.06,
  follower_count: 0.002,
}

/** Typical final value of a post, per follower. */
const postRates: Record<string, number> = {
  views: 0.5,
  reach: 0.4,
  likes: 0.05,
  reposts: 0.004,
  quotes: 0.001,
  shares: 0.003,
  saved: 0.006,
  total_interactions: 0.07,
  navigation: 0.02,
  follows: 0.001,
  profile_visits: 0.01,
  clicks: 0.02,
}

/** A pseudo-random number in [0, 1), determined by its arguments. */
function chance(...parts: string[]): number {
  return createHash('sha256').update(parts.join('|')).digest().readUInt32BE(0) / 2 ** 32
}

export function metricValueId(accountId: string, metric: string, day: string): string {
  return `${accountId}:${metric}:${day}`
}

/** The value of a Los Angeles day, set or derived; null if the day has no data. */
export function accountMetric(
  sandbox: Sandbox,
  account: Readonly<Account>,
  metric: string,
  day: string,
): number | null {
  const set = sandbox.state.metricValues.get(metricValueId(account.id, metric, day))
  if (set) return set.value
  const now = sandbox.clock.ms()
  const end = endOfDay(day)
  if (end <= account.created_at || end - DAY_MS > now) return null
  if (Math.floor(chance(account.id, day, 'gap') * GAP_EVERY) === 0 && dayOf(now) !== day)
    return null
  if (metric === 'followers') return followersAgo(account, now - end)
  const rate = accountRates[metric] ?? postRates[metric] ?? 0.01
  const full = rate * account.followers * (0.5 + chance(account.id, day))
  return Math.round(full * shareCounted(now, end))
}

/** The followers that an account had some time ago, if it has grown steadily since. */
function followersAgo({ followers }: Readonly<Account>, agoMs: number): number {
  return Math.round(followers * (1 - DAILY_GROWTH) ** Math.max(0, agoMs / DAY_MS))
}

/** The current day's values grow; recent days' values are still settling (instagram.md §5.1). */
function shareCounted(now: number, end: number): number {
  if (now < end) return Math.max(0, 1 - (end - now) / DAY_MS) * SETTLING_SHARE
  return now < end + 2 * DAY_MS ? SETTLING_SHARE : 1
}

/** A post's lifetime value, which grows with its age. Comments and replies are counted. */
export function postMetric(sandbox: Sandbox, post: Readonly<Post>, metric: string): number {
  const set = post.numbers[metric]
  if (set !== undefined) return set
  if (metric === 'comments' || metric === 'replies') {
    return sandbox.state.comments.count('post', post.id)
  }
  const followers = sandbox.state.accounts.get(post.account_id)?.followers ?? 0
  const hours = Math.max(0, sandbox.clock.ms() - post.created_at) / HOUR_MS
  const full = (postRates[metric] ?? 0.01) * followers * (0.4 + chance(post.id))
  return Math.round(full * (1 - Math.exp(-hours / 18)))
}
