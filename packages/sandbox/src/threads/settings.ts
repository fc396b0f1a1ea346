import { z } from 'zod'
import type { Sandbox } from '../core/sandbox.ts'
import type { Settings, SettingsPart } from '../core/settings.ts'

const fields = {
  /** False: only invited testers can connect, and there are none (threads.md §1.1). */
  threads_app_live: z.boolean(),
  threads_reply_needs_manage_replies: z.boolean(),
}

type ThreadsSettings = z.infer<z.ZodObject<typeof fields>>

const defaults: ThreadsSettings = {
  threads_app_live: true,
  threads_reply_needs_manage_replies: false,
}

export const threadsSettings: SettingsPart = { fields, defaults }

export function settingsOf(sandbox: Sandbox): ThreadsSettings {
  return sandbox.settings() as Settings & ThreadsSettings
}
