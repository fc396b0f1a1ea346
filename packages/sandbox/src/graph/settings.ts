import { z } from 'zod'
import type { Sandbox } from '../core/sandbox.ts'
import type { Settings, SettingsPart } from '../core/settings.ts'

const fields = {
  /** The percentage in Meta's usage headers (threads.md §7). */
  meta_usage_percent: z.int().min(0).max(1_000),
  /** `meta`: Threads and Instagram sign with the Meta app's secret, here Facebook's (threads.md §6.1). */
  meta_signs_with: z.enum(['app', 'meta']),
}

type MetaSettings = z.infer<z.ZodObject<typeof fields>>

const defaults: MetaSettings = { meta_usage_percent: 0, meta_signs_with: 'app' }

export const metaSettings: SettingsPart = { fields, defaults }

export function metaSettingsOf(sandbox: Sandbox): MetaSettings {
  return sandbox.settings() as Settings & MetaSettings
}
