import { PlatformError } from '../errors.ts'
import type { TiktokCreator, TiktokPublishApi } from './api-publish.ts'
import { type TiktokJob, type TiktokProgress, videoOf } from './job.ts'

type Creator = Required<Pick<TiktokProgress, 'handle' | 'switchedOff'>>

/**
 * Asks what the creator allows, as TikTok demands before each post (tiktok.md §5.1), and refuses
 * what only their settings decide.
 */
export async function askCreator(api: TiktokPublishApi, job: TiktokJob): Promise<Creator> {
  const creator = await api.readCreator(job.access)
  if (!creator.privacy_level_options.includes(job.options.privacy_level ?? '')) {
    const allowed = creator.privacy_level_options.join(', ')
    throw refused('privacy_level_option_mismatch', 'content_invalid', `Allowed are: ${allowed}`)
  }
  const seconds = creator.max_video_post_duration_sec
  const { durationMs } = videoOf(job)
  if (seconds && durationMs && durationMs > seconds * 1000) {
    throw refused('duration_check_failed', 'media_invalid', `Allowed are ${seconds} seconds.`)
  }
  return { handle: creator.creator_username ?? null, switchedOff: switchedOff(creator) }
}

function refused(
  platformCode: string,
  reason: 'content_invalid' | 'media_invalid',
  platformMessage: string,
): PlatformError {
  return new PlatformError('rejected', { platformCode, platformMessage, reason })
}

function switchedOff(creator: TiktokCreator): NonNullable<TiktokProgress['switchedOff']> {
  const all = [
    ['disable_comment', creator.comment_disabled],
    ['disable_duet', creator.duet_disabled],
    ['disable_stitch', creator.stitch_disabled],
  ] as const
  return all.flatMap(([name, isDisabled]) => (isDisabled ? [name] : []))
}
