import { z } from 'zod'
import { duration, setting, settingsPart } from '../core/settings.ts'

export const threadsSettings = settingsPart({
  /** False: only invited testers can connect, and there are none (threads.md §1.1). */
  threads_app_live: setting(z.boolean(), true),
  threads_reply_needs_manage_replies: setting(z.boolean(), false),
  /** How long a new post or reply of the account cannot be replied to (threads.md §4.2). */
  threads_reply_lag_ms: setting(duration, 5_000),
})

export const settingsOf = threadsSettings.read
