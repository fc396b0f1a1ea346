import { z } from 'zod'
import { tiktokCreatorProblems } from '../core/settings.ts'

const duration = z.int().min(0).max(3_600_000)

/** The switches that `PUT /control/settings` accepts; see core/settings.ts for what they mean. */
export const settingsPatch = z
  .strictObject({
    text_ms: duration,
    image_ms: duration,
    video_ms: duration,
    publish_lag_ms: duration,
    permalink_lag_ms: duration,
    tiktok_processing_ms: duration,
    tiktok_moderation_ms: duration,
    tiktok_oauth_error_status: z.union([z.literal(200), z.literal(400), z.literal(401)]),
    tiktok_refresh_error: z.enum(['invalid_grant', 'invalid_request']),
    tiktok_audited: z.boolean(),
    tiktok_app_type: z.enum(['web', 'desktop']),
    tiktok_creator_problem: z.enum(tiktokCreatorProblems).nullable(),
    threads_app_live: z.boolean(),
    tiktok_rate_limits: z.boolean(),
    threads_reply_needs_manage_replies: z.boolean(),
    instagram_exchange_shape: z.enum(['real', 'documented']),
    instagram_webhook_shape: z.enum(['real', 'documented']),
    instagram_omit_from: z.boolean(),
    instagram_withhold_comments: z.boolean(),
    facebook_code_token: z.enum(['short', 'long']),
    facebook_omit_from: z.boolean(),
    facebook_object_values: z.boolean(),
    facebook_refuse_duplicates: z.boolean(),
    webhook_duplicates: z.boolean(),
    meta_usage_percent: z.int().min(0).max(1_000),
    meta_signs_with: z.enum(['app', 'meta']),
    cancel_omits_state: z.boolean(),
  })
  .partial()
  .transform((patch) => Object.fromEntries(Object.entries(patch)))
