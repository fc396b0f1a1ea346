import { planChunks } from './chunks.ts'
import { type TiktokJob, videoOf } from './job.ts'

/** The body of `video/init` for our bytes or for an address (tiktok.md §5.2). */
export function videoBody(job: TiktokJob): Record<string, unknown> {
  const { options } = job
  const video = videoOf(job)
  const plan = planChunks(video.size)
  const source =
    job.way === 'upload'
      ? {
          source: 'FILE_UPLOAD',
          video_size: plan.size,
          chunk_size: plan.chunkBytes,
          total_chunk_count: plan.count,
        }
      : { source: 'PULL_FROM_URL', video_url: video.url }
  return {
    post_info: {
      ...written('title', job.input.content.text),
      ...shared(job),
      disable_duet: isOff(job, 'disable_duet'),
      disable_stitch: isOff(job, 'disable_stitch'),
      ...given('video_cover_timestamp_ms', options.video_cover_timestamp_ms),
      ...given('is_aigc', options.is_aigc),
    },
    source_info: source,
  }
}

/** The body of `content/init` (tiktok.md §5.5). */
export function photosBody(job: TiktokJob): Record<string, unknown> {
  const { content } = job.input
  return {
    post_info: {
      ...written('title', job.options.title),
      ...written('description', content.text),
      ...shared(job),
      ...given('auto_add_music', job.options.auto_add_music),
    },
    source_info: {
      source: 'PULL_FROM_URL',
      photo_cover_index: job.options.photo_cover_index ?? 0,
      photo_images: content.media.map(({ url }) => url),
    },
    post_mode: 'DIRECT_POST',
    media_type: 'PHOTO',
  }
}

/** Both brand toggles are always sent: one is listed as required (§5.2). */
function shared(job: TiktokJob): Record<string, unknown> {
  return {
    privacy_level: job.options.privacy_level,
    disable_comment: isOff(job, 'disable_comment'),
    brand_content_toggle: job.options.brand_content_toggle ?? false,
    brand_organic_toggle: job.options.brand_organic_toggle ?? false,
  }
}

function isOff(
  { options, progress }: TiktokJob,
  name: 'disable_comment' | 'disable_duet' | 'disable_stitch',
): boolean {
  return options[name] === true || (progress.switchedOff ?? []).includes(name)
}

/** Unknown values are left out instead of sent as null (§5.2). */
function given(name: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [name]: value }
}

function written(name: string, text: string | undefined): Record<string, unknown> {
  return text ? { [name]: text } : {}
}
