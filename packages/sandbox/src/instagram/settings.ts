import { z } from 'zod'
import type { Sandbox } from '../core/sandbox.ts'
import type { Settings, SettingsPart } from '../core/settings.ts'

const fields = {
  instagram_exchange_shape: z.enum(['real', 'documented']),
  instagram_webhook_shape: z.enum(['real', 'documented']),
  instagram_omit_from: z.boolean(),
  /** Lists of comments are empty although comments_count is not 0 (instagram.md §4.1). */
  instagram_withhold_comments: z.boolean(),
}

type InstagramSettings = z.infer<z.ZodObject<typeof fields>>

const defaults: InstagramSettings = {
  instagram_exchange_shape: 'real',
  instagram_webhook_shape: 'real',
  instagram_omit_from: false,
  instagram_withhold_comments: false,
}

export const instagramSettings: SettingsPart = { fields, defaults }

export function settingsOf(sandbox: Sandbox): InstagramSettings {
  return sandbox.settings() as Settings & InstagramSettings
}
