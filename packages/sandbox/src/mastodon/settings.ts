import { z } from 'zod'
import type { Sandbox } from '../core/sandbox.ts'
import type { Settings, SettingsPart } from '../core/settings.ts'

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

const fields = {
  /** Limits by server label; those that are missing keep their defaults. */
  mastodon_limits: z.record(z.string(), limits.partial()),
  /** 300 requests in 5 minutes, 30 uploads and 30 deletions in 30 minutes (mastodon.md §3.5). */
  mastodon_rate_limits: z.boolean(),
  /** Whether an app can register scopes such as `read:accounts` (mastodon.md §1.6). */
  mastodon_granular_scopes: z.boolean(),
  /** How a file fails: at the upload, or while it is processed (mastodon.md §3.1). */
  mastodon_media_failure: z.enum(['upload', 'processing']).nullable(),
  mastodon_token_omits_scope: z.boolean(),
  /** Some programs give `created_at` of a token in milliseconds (mastodon.md §1.5). */
  mastodon_token_time_in_ms: z.boolean(),
  /** Whether `/context` says that more replies are on their way (mastodon.md §4.1). */
  mastodon_async_refresh: z.boolean(),
}

type MastodonSettings = z.infer<z.ZodObject<typeof fields>>

const defaults: MastodonSettings = {
  mastodon_limits: {},
  mastodon_rate_limits: true,
  mastodon_granular_scopes: true,
  mastodon_media_failure: null,
  mastodon_token_omits_scope: false,
  mastodon_token_time_in_ms: false,
  mastodon_async_refresh: false,
}

export const mastodonSettings: SettingsPart = { fields, defaults }

export function settingsOf(sandbox: Sandbox): MastodonSettings {
  return sandbox.settings() as Settings & MastodonSettings
}

export function limitsSetting(sandbox: Sandbox): Record<string, Partial<Limits>> {
  return settingsOf(sandbox).mastodon_limits as Record<string, Partial<Limits>>
}
