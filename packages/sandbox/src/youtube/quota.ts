import { DAY_MS } from '../core/clock.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { dayOf } from '../insights/days.ts'
import { YoutubeError } from './errors.ts'
import { settingsOf } from './settings.ts'

type Used = { units: number; uploads: number }

function record(sandbox: Sandbox): { id: string; used: Used } {
  const id = `youtube_quota:${dayOf(sandbox.clock.ms())}`
  const value = sandbox.state.networkRecords.get(id)?.value as Used | undefined
  return { id, used: value ?? { units: 0, uploads: 0 } }
}

/** Counts a call in its bucket of the project's day, which ends at midnight Pacific (youtube.md §3). */
export function spend(sandbox: Sandbox, bucket: keyof Used, cost: number): void {
  const { id, used } = record(sandbox)
  const settings = settingsOf(sandbox)
  const max = bucket === 'units' ? settings.youtube_units_max : settings.youtube_uploads_max
  if (settings.youtube_quota && used[bucket] + cost > max) throw exceeded(bucket)
  const value = { ...used, [bucket]: used[bucket] + cost }
  sandbox.state.networkRecords.put({ id, kind: 'youtube_quota', value })
}

function exceeded(bucket: keyof Used): YoutubeError {
  if (bucket === 'uploads') {
    const text =
      "Quota exceeded for quota metric 'Video Uploads' and limit 'Video Uploads per day' of service 'youtube.googleapis.com'."
    return new YoutubeError(429, 'rateLimitExceeded', text, { domain: 'global' })
  }
  const text =
    'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.'
  return new YoutubeError(403, 'quotaExceeded', text, { domain: 'youtube.quota' })
}

/** The channel's own limit of uploads in 24 hours (youtube.md §8). */
export function checkChannelUploads(sandbox: Sandbox, uploadedAt: readonly number[]): void {
  const recent = uploadedAt.filter((at) => at > sandbox.clock.ms() - DAY_MS)
  if (recent.length < settingsOf(sandbox).youtube_channel_uploads_max) return
  const text = 'The user has exceeded the number of videos they may upload.'
  throw new YoutubeError(400, 'uploadLimitExceeded', text, { domain: 'youtube.video' })
}
