import { z } from 'zod'
import type { Settings, SettingsPart } from '../core/settings.ts'
import type { World } from '../core/world.ts'

const fields = {
  /** False: only testers who accepted an invitation may connect, and nobody has (threads.md §1.1). */
  threads_app_live: z.boolean(),
  threads_reply_needs_manage_replies: z.boolean(),
}

type ThreadsSettings = z.infer<z.ZodObject<typeof fields>>

const defaults: ThreadsSettings = {
  threads_app_live: true,
  threads_reply_needs_manage_replies: false,
}

export const threadsSettings: SettingsPart = { fields, defaults }

export function settingsOf(world: World): ThreadsSettings {
  return world.settings() as Settings & ThreadsSettings
}
