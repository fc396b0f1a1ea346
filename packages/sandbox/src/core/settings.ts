/** Switches for behaviour that the platform documents leave open or give in two versions. */
export type Settings = {
  id: 'settings'
  text_ms: number
  image_ms: number
  video_ms: number
  /** Time after FINISHED in which publishing still answers "not found" (threads.md §8). */
  publish_lag_ms: number
  tiktok_processing_ms: number
  tiktok_moderation_ms: number
  tiktok_oauth_error_status: number
  tiktok_audited: boolean
  tiktok_rate_limits: boolean
  threads_reply_needs_manage_replies: boolean
  instagram_exchange_shape: 'real' | 'documented'
  instagram_webhook_shape: 'real' | 'documented'
  instagram_omit_from: boolean
  facebook_code_token: 'short' | 'long'
  facebook_omit_from: boolean
  facebook_object_values: boolean
  facebook_refuse_duplicates: boolean
  webhook_duplicates: boolean
}

export const defaultSettings: Settings = {
  id: 'settings',
  text_ms: 200,
  image_ms: 600,
  video_ms: 2000,
  publish_lag_ms: 0,
  tiktok_processing_ms: 1500,
  tiktok_moderation_ms: 1500,
  tiktok_oauth_error_status: 400,
  tiktok_audited: true,
  tiktok_rate_limits: true,
  threads_reply_needs_manage_replies: false,
  instagram_exchange_shape: 'real',
  instagram_webhook_shape: 'real',
  instagram_omit_from: false,
  facebook_code_token: 'short',
  facebook_omit_from: false,
  facebook_object_values: false,
  facebook_refuse_duplicates: true,
  webhook_duplicates: false,
}
