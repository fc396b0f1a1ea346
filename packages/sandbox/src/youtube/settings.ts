import { z } from 'zod'
import { duration, setting, settingsPart } from '../core/settings.ts'

/** Why videos fail: `failureReason` and `rejectionReason` (youtube.md §4.4). */
export const failReasons = ['codec', 'invalidFile', 'duplicate', 'copyright', 'length'] as const
export type FailReason = (typeof failReasons)[number]

export const youtubeSettings = settingsPart({
  youtube_processing_ms: setting(duration, 1500),
  /** The reason for which videos fail while they are processed. */
  youtube_fail_reason: setting(z.enum(failReasons).nullable(), null),
  youtube_access_seconds: setting(z.int().min(60).max(86_400), 3_599),
  /** Refresh tokens of a project in testing end after seven days (youtube.md §1.2). */
  youtube_project: setting(z.enum(['production', 'testing']), 'production'),
  /** The project's quotas per day; enforced unless `youtube_quota` is off (youtube.md §3). */
  youtube_quota: setting(z.boolean(), true),
  youtube_units_max: setting(z.int().min(0), 10_000),
  youtube_uploads_max: setting(z.int().min(0), 100),
  /** Videos that the channel itself may upload in a day (youtube.md §8). */
  youtube_channel_uploads_max: setting(z.int().min(0), 100),
  /** The creator's settings hold each video private, whatever is asked for (youtube.md §0). */
  youtube_keeps_private: setting(z.boolean(), false),
  /** No number is known for YouTube; other services of Google keep a session for a week. */
  youtube_session_seconds: setting(z.int().min(1), 604_800),
  /** How many bytes of each chunk are stored at most, as the server may store less than it gets. */
  youtube_stored_bytes_max: setting(z.int().min(262_144).nullable(), null),
  /** An upload in the wrong order: 308 with what is stored, or 400 (youtube.md §4.2). */
  youtube_out_of_order: setting(z.enum(['resume', 'refuse']), 'resume'),
  /** The daily figures reach to this many days ago (youtube.md §6.2). */
  youtube_report_lag_days: setting(z.int().min(0).max(30), 2),
  /** How many replies a thread shows before the list of its replies has to be read. */
  youtube_embedded_replies: setting(z.int().min(0).max(50), 2),
})

export const settingsOf = youtubeSettings.read
