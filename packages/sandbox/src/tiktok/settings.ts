import { z } from 'zod'
import type { Sandbox } from '../core/sandbox.ts'
import { duration, type Settings, type SettingsPart } from '../core/settings.ts'

const creatorProblems = [
  'spam_risk_too_many_posts',
  'spam_risk_user_banned_from_posting',
  'reached_active_user_cap',
] as const
export type CreatorProblem = (typeof creatorProblems)[number]

const fields = {
  tiktok_processing_ms: duration,
  tiktok_moderation_ms: duration,
  tiktok_oauth_error_status: z.union([z.literal(200), z.literal(400), z.literal(401)]),
  /** The error for an invalid refresh token: one is documented, the other was seen (tiktok.md §1.5). */
  tiktok_refresh_error: z.enum(['invalid_grant', 'invalid_request']),
  tiktok_access_seconds: z.int().min(60).max(86_400),
  /** A refresh also ends the access token before it, as other networks do. */
  tiktok_refresh_ends_access: z.boolean(),
  /** A refresh token that is sent again ends the whole session, as other networks do. */
  tiktok_replay_ends_session: z.boolean(),
  tiktok_audited: z.boolean(),
  /** A desktop app must send a code_challenge, the verifier's SHA-256 in hexadecimal (tiktok.md §1.2). */
  tiktok_app_type: z.enum(['web', 'desktop']),
  /** The error that creator_info returns with HTTP 200 and init with 403 (tiktok.md §2). */
  tiktok_creator_problem: z.enum(creatorProblems).nullable(),
  tiktok_rate_limits: z.boolean(),
}

type TiktokSettings = z.infer<z.ZodObject<typeof fields>>

const defaults: TiktokSettings = {
  tiktok_processing_ms: 1500,
  tiktok_moderation_ms: 1500,
  tiktok_oauth_error_status: 400,
  tiktok_refresh_error: 'invalid_grant',
  tiktok_access_seconds: 86_400,
  tiktok_refresh_ends_access: false,
  tiktok_replay_ends_session: false,
  tiktok_audited: true,
  tiktok_app_type: 'web',
  tiktok_creator_problem: null,
  tiktok_rate_limits: true,
}

export const tiktokSettings: SettingsPart = { fields, defaults }

export function settingsOf(sandbox: Sandbox): TiktokSettings {
  return sandbox.settings() as Settings & TiktokSettings
}
