import { z } from 'zod'
import { setting, settingsPart } from '../core/settings.ts'

export const metaSettings = settingsPart({
  /** The percentage in Meta's usage headers (threads.md §7). */
  meta_usage_percent: setting(z.int().min(0).max(1_000), 0),
  /** `meta`: Threads and Instagram sign with the Meta app's secret, here Facebook's (threads.md §6.1). */
  meta_signs_with: setting(z.enum(['app', 'meta']), 'app'),
})

export const metaSettingsOf = metaSettings.read
