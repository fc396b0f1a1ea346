import { z } from 'zod'
import { duration, setting, settingsPart } from '../core/settings.ts'

const creatorProblems = [
  'spam_risk_too_many_posts',
  'spam_risk_user_banned_from_posting',
  'reached_active_user_cap',
] as const
export type CreatorProblem = (typeof creatorProblems)[number]

/** Those that are not the result of the files (tiktok.md §5.7). */
const failReasons = [
  'internal',
  'spam_risk',
  'spam_risk_text',
  'spam_risk_too_many_posts',
  'spam_risk_user_banned_from_posting',
] as const

export const tiktokSettings = settingsPart({
  tiktok_processing_ms: setting(duration, 1500),
  tiktok_moderation_ms: setting(duration, 1500),
  tiktok_oauth_error_status: setting(
    z.union([z.literal(200), z.literal(400), z.literal(401)]),
    400,
  ),
  /** The error for an invalid refresh token: one is documented, the other was seen (tiktok.md §1.5). */
  tiktok_refresh_error: setting(z.enum(['invalid_grant', 'invalid_request']), 'invalid_grant'),
  tiktok_access_seconds: setting(z.int().min(60).max(86_400), 86_400),
  /** A refresh also ends the access token before it, as other networks do. */
  tiktok_refresh_ends_access: setting(z.boolean(), false),
  /** A refresh token that is sent again ends the whole session, as other networks do. */
  tiktok_replay_ends_session: setting(z.boolean(), false),
  tiktok_audited: setting(z.boolean(), true),
  /** A desktop app must send a code_challenge, the verifier's SHA-256 in hexadecimal (tiktok.md §1.2). */
  tiktok_app_type: setting(z.enum(['web', 'desktop']), 'web'),
  /** The error that creator_info returns with HTTP 200 and init with 403 (tiktok.md §2). */
  tiktok_creator_problem: setting(z.enum(creatorProblems).nullable(), null),
  /** Why publications fail while TikTok processes them. */
  tiktok_fail_reason: setting(z.enum(failReasons).nullable(), null),
  /** Of calls, and of posts in a day. */
  tiktok_rate_limits: setting(z.boolean(), true),
})

export const settingsOf = tiktokSettings.read
