import { planChunks } from './chunks.ts'
import { type TiktokJob, videoOf } from './job.ts'

/** The body of `video/init` for an upload or a URL (tiktok.md §5.2). */
export function videoBody(job: TiktokJob): Record<string, unknown> {
  const { options } = job
  const video = videoOf(job)
  const plan = planChunks(video.size)
  const source =
    job.transfer === 'upload'
      ? {
          source: 'FILE_UPLOAD',
          video_size: plan.size,
          chunk_size: plan.chunkBytes,
          total_chunk_count: plan.count,
        }
      : { source: 'PULL_FROM_URL', video_url: video.url }
  return {
    post_info: {
      ...textField('title', job.input.content.text),
      ...sharedFields(job),
      disable_duet: isDisabled(job, 'disable_duet'),
      disable_stitch: isDisabled(job, 'disable_stitch'),
      ...optionalField('video_cover_timestamp_ms', options.video_cover_timestamp_ms),
      ...optionalField('is_aigc', options.is_aigc),
    },
    source_info: source,
  }
}

/** The body of `content/init` (tiktok.md §5.5). */
export function photosBody(job: TiktokJob): Record<string, unknown> {
  const { content } = job.input
  return {
    post_info: {
      ...textField('title', job.options.title),
      ...textField('description', content.text),
      ...sharedFields(job),
      // Documented as optional, but a service was refused without it (tiktok.md §5.5).
      auto_add_music: job.options.auto_add_music ?? false,
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

/** Always sends both brand toggles, as one is documented as required (tiktok.md §5.2). */
function sharedFields(job: TiktokJob): Record<string, unknown> {
  return {
    privacy_level: job.options.privacy_level,
    disable_comment: isDisabled(job, 'disable_comment'),
    brand_content_toggle: job.options.brand_content_toggle ?? false,
    brand_organic_toggle: job.options.brand_organic_toggle ?? false,
  }
}

function isDisabled(
  { options, progress }: TiktokJob,
  name: 'disable_comment' | 'disable_duet' | 'disable_stitch',
): boolean {
  return options[name] === true || (progress.switchedOff ?? []).includes(name)
}

/** Omits undefined values instead of sending null (tiktok.md §5.2). */
function optionalField(name: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [name]: value }
}

function textField(name: string, text: string | undefined): Record<string, unknown> {
  return text ? { [name]: text } : {}
}
