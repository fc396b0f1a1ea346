import { z } from 'zod'
import type { Sandbox } from '../core/sandbox.ts'
import { setting, settingsPart } from '../core/settings.ts'

const count = z.int().min(0)

/** The names are those of `configuration` in `/api/v2/instance` (mastodon.md §1.1). */
const limits = z.strictObject({
  max_characters: count,
  max_media_attachments: count,
  characters_reserved_per_url: count,
  description_limit: count,
  image_size_limit: count,
  image_matrix_limit: count,
  video_size_limit: count,
  video_matrix_limit: count,
})
export type Limits = z.infer<typeof limits>

export const mastodonSettings = settingsPart({
  /** Limits by server label; those that are missing keep their defaults. */
  mastodon_limits: setting(z.record(z.string(), limits.partial()), {}),
  /** 300 requests in 5 minutes, 30 uploads and 30 deletions in 30 minutes (mastodon.md §3.5). */
  mastodon_rate_limits: setting(z.boolean(), true),
  /** Whether an app can register scopes such as `read:accounts` (mastodon.md §1.6). */
  mastodon_granular_scopes: setting(z.boolean(), true),
  /** How a file fails: at the upload, or while it is processed (mastodon.md §3.1). */
  mastodon_media_failure: setting(z.enum(['upload', 'processing']).nullable(), null),
  mastodon_token_omits_scope: setting(z.boolean(), false),
  /** Some programs give `created_at` of a token in milliseconds (mastodon.md §1.5). */
  mastodon_token_time_in_ms: setting(z.boolean(), false),
  /** Whether `/context` says that more replies are on their way (mastodon.md §4.1). */
  mastodon_async_refresh: setting(z.boolean(), false),
})

export const settingsOf = mastodonSettings.read

export function limitsSetting(sandbox: Sandbox): Record<string, Partial<Limits>> {
  return settingsOf(sandbox).mastodon_limits as Record<string, Partial<Limits>>
}
