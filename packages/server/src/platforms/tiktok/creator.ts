import { PlatformError } from '../contract/errors.ts'
import type { TiktokCreator, TiktokPublishApi } from './api-publish.ts'
import { type TiktokJob, type TiktokProgress, videoOf } from './job.ts'

type Creator = Required<Pick<TiktokProgress, 'handle' | 'switchedOff'>>

/**
 * Reads the creator's settings, as TikTok requires before each post (tiktok.md §5.1). Throws
 * `rejected` if they do not allow the post.
 */
export async function checkCreator(api: TiktokPublishApi, job: TiktokJob): Promise<Creator> {
  const creator = await api.readCreator(job.access)
  if (!creator.privacy_level_options.includes(job.options.privacy_level ?? '')) {
    const allowed = creator.privacy_level_options.join(', ')
    throw rejection('privacy_level_option_mismatch', 'content_invalid', `Allowed are: ${allowed}`)
  }
  const seconds = creator.max_video_post_duration_sec
  const { durationMs } = videoOf(job)
  if (seconds && durationMs && durationMs > seconds * 1000) {
    throw rejection('duration_check_failed', 'media_invalid', `Allowed are ${seconds} seconds.`)
  }
  return { handle: creator.creator_username ?? null, switchedOff: disabledFeatures(creator) }
}

function rejection(
  platformCode: string,
  reason: 'content_invalid' | 'media_invalid',
  platformMessage: string,
): PlatformError {
  return new PlatformError('rejected', { platformCode, platformMessage, reason })
}

function disabledFeatures(creator: TiktokCreator): NonNullable<TiktokProgress['switchedOff']> {
  const all = [
    ['disable_comment', creator.comment_disabled],
    ['disable_duet', creator.duet_disabled],
    ['disable_stitch', creator.stitch_disabled],
  ] as const
  return all.flatMap(([name, isDisabled]) => (isDisabled ? [name] : []))
}
