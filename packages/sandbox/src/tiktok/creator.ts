import type { Context } from 'hono'
import { DAY_MS } from '../core/clock.ts'
import type { Account } from '../core/records.ts'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { countSince } from '../publishing/posts.ts'
import { limitRate } from './limits.ts'
import { TiktokError } from './responses.ts'
import { authenticate, requireScope, type TiktokSession } from './session.ts'
import { type CreatorProblem, settingsOf } from './settings.ts'

/** The maximum duration of a video, for every creator (tiktok.md §5.7). */
export const CREATOR_SECONDS_MAX = 300
/** Posts per creator and day across all API clients; the limit is approximate (tiktok.md §5.7). */
const POSTS_PER_DAY = 15
const UNAUDITED_USERS_MAX = 5

/** The privacy levels available to the account (tiktok.md §5.1). */
export function privacyOptions(account: Readonly<Account>): string[] {
  const widest = account.is_private ? 'FOLLOWER_OF_CREATOR' : 'PUBLIC_TO_EVERYONE'
  return [widest, 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY']
}

/** The features that the creator disabled for all posts (tiktok.md §5.1). */
export function disabledFeatures({ is_private }: Readonly<Account>) {
  return { comment: false, duet: is_private, stitch: is_private }
}

/** Why this account cannot post now: a setting or a daily limit (tiktok.md §2, §5.7). */
export function creatorProblem(sandbox: Sandbox, session: TiktokSession): CreatorProblem | null {
  const { tiktok_creator_problem, tiktok_rate_limits } = settingsOf(sandbox)
  if (tiktok_creator_problem) return tiktok_creator_problem
  const publications = sandbox.state.publications.by('account', session.account.id)
  const direct = publications.filter((publication) => publication.kind !== 'inbox')
  const today = countSince(direct, sandbox.clock.ms() - DAY_MS)
  if (tiktok_rate_limits && today >= POSTS_PER_DAY) return 'spam_risk_too_many_posts'
  return isUserCapReached(sandbox, session.account.id) ? 'reached_active_user_cap' : null
}

/** Whether five other accounts have posted today, the limit of an unaudited app (tiktok.md §2). */
function isUserCapReached(sandbox: Sandbox, accountId: string): boolean {
  if (settingsOf(sandbox).tiktok_audited) return false
  const since = sandbox.clock.ms() - DAY_MS
  const active = [...sandbox.state.publications.values()]
    .filter(({ kind, created_at }) => kind !== 'inbox' && created_at > since)
    .map(({ account_id }) => account_id)
  const others = new Set(active.filter((id) => id !== accountId))
  return others.size >= UNAUDITED_USERS_MAX && !active.includes(accountId)
}

/** `POST /v2/post/publish/creator_info/query/`, 20 a minute (tiktok.md §5.1). */
export function creatorInfo(context: Context<Env>, sandbox: Sandbox): string {
  const session = authenticate(context, sandbox)
  requireScope(session, 'video.publish')
  limitRate(sandbox, session, 'creator_info', 20)
  const problem = creatorProblem(sandbox, session)
  // creator_info returns these errors with HTTP 200 (tiktok.md §2).
  if (problem) throw new TiktokError(200, problem, 'The user cannot post at this time')
  const { account } = session
  const off = disabledFeatures(account)
  return JSON.stringify({
    creator_avatar_url: `${sandbox.origin()}/pictures/${account.id}`,
    creator_username: account.username,
    creator_nickname: account.name,
    privacy_level_options: privacyOptions(account),
    comment_disabled: off.comment,
    duet_disabled: off.duet,
    stitch_disabled: off.stitch,
    max_video_post_duration_sec: CREATOR_SECONDS_MAX,
  })
}
