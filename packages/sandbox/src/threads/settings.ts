import { z } from 'zod'
import type { Sandbox } from '../core/sandbox.ts'
import { duration, type Settings, type SettingsPart } from '../core/settings.ts'

const fields = {
  /** False: only invited testers can connect, and there are none (threads.md §1.1). */
  threads_app_live: z.boolean(),
  threads_reply_needs_manage_replies: z.boolean(),
  /** How long a new post cannot be replied to (threads.md §4.2). */
  threads_reply_lag_ms: duration,
}

type ThreadsSettings = z.infer<z.ZodObject<typeof fields>>

const defaults: ThreadsSettings = {
  threads_app_live: true,
  threads_reply_needs_manage_replies: false,
  threads_reply_lag_ms: 5_000,
}

export const threadsSettings: SettingsPart = { fields, defaults }

export function settingsOf(sandbox: Sandbox): ThreadsSettings {
  return sandbox.settings() as Settings & ThreadsSettings
}
