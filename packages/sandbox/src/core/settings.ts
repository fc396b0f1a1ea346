export const tiktokCreatorProblems = [
  'spam_risk_too_many_posts',
  'spam_risk_user_banned_from_posting',
  'reached_active_user_cap',
] as const
export type TiktokCreatorProblem = (typeof tiktokCreatorProblems)[number]

/** Switches for behaviour that the platform documents leave open or give in two versions. */
export type Settings = {
  id: 'settings'
  text_ms: number
  image_ms: number
  video_ms: number
  /** Time after FINISHED in which publishing still answers "not found" (threads.md §8). */
  publish_lag_ms: number
  /** Time after publishing in which a post on Threads or Instagram has no address yet (threads.md §3.3). */
  permalink_lag_ms: number
  tiktok_processing_ms: number
  tiktok_moderation_ms: number
  tiktok_oauth_error_status: number
  /** How a refresh token that is not taken is called; one word is documented, others were seen (tiktok.md §1.5). */
  tiktok_refresh_error: 'invalid_grant' | 'invalid_request'
  tiktok_audited: boolean
  /** A desktop app must send a code_challenge: the hexadecimal SHA-256 of the verifier (tiktok.md §1.2). */
  tiktok_app_type: 'web' | 'desktop'
  /** What creator_info answers with HTTP 200 and init with 403 (tiktok.md §2). */
  tiktok_creator_problem: TiktokCreatorProblem | null
  tiktok_rate_limits: boolean
  /** False: only testers who accepted an invitation may connect, and nobody has (threads.md §1.1). */
  threads_app_live: boolean
  threads_reply_needs_manage_replies: boolean
  instagram_exchange_shape: 'real' | 'documented'
  instagram_webhook_shape: 'real' | 'documented'
  instagram_omit_from: boolean
  /** Lists of comments are empty although comments_count is not (instagram.md §4.1). */
  instagram_withhold_comments: boolean
  facebook_code_token: 'short' | 'long'
  facebook_omit_from: boolean
  facebook_object_values: boolean
  facebook_refuse_duplicates: boolean
  webhook_duplicates: boolean
  /** What Threads, Instagram and Facebook say of the use of their limits, in percent (threads.md §7). */
  meta_usage_percent: number
  /** `meta`: Threads and Instagram sign with the secret of the Meta app, that of Facebook here (threads.md §6.1). */
  meta_signs_with: 'app' | 'meta'
  /** A cancelled login comes back without its state, which no document excludes (threads.md §1.2, tiktok.md §1.3). */
  cancel_omits_state: boolean
}

export const defaultSettings: Settings = {
  id: 'settings',
  text_ms: 200,
  image_ms: 600,
  video_ms: 2000,
  publish_lag_ms: 0,
  permalink_lag_ms: 0,
  tiktok_processing_ms: 1500,
  tiktok_moderation_ms: 1500,
  tiktok_oauth_error_status: 400,
  tiktok_refresh_error: 'invalid_grant',
  tiktok_audited: true,
  tiktok_app_type: 'web',
  tiktok_creator_problem: null,
  tiktok_rate_limits: true,
  threads_app_live: true,
  threads_reply_needs_manage_replies: false,
  instagram_exchange_shape: 'real',
  instagram_webhook_shape: 'real',
  instagram_omit_from: false,
  instagram_withhold_comments: false,
  facebook_code_token: 'short',
  facebook_omit_from: false,
  facebook_object_values: false,
  facebook_refuse_duplicates: true,
  webhook_duplicates: false,
  meta_usage_percent: 0,
  meta_signs_with: 'app',
  cancel_omits_state: false,
}
