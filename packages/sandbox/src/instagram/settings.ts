import { z } from 'zod'
import { setting, settingsPart } from '../core/settings.ts'

export const instagramSettings = settingsPart({
  instagram_exchange_shape: setting(z.enum(['real', 'documented']), 'real'),
  instagram_webhook_shape: setting(z.enum(['real', 'documented']), 'real'),
  instagram_omit_from: setting(z.boolean(), false),
  /** Lists of comments are empty although comments_count is not 0 (instagram.md §4.1). */
  instagram_withhold_comments: setting(z.boolean(), false),
})

export const settingsOf = instagramSettings.read
