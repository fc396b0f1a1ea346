import type { PublishedPost } from '../contract/publish.ts'
import type { ListedVideo, PublicationStatus } from './api-publish.ts'
import { type TiktokJob, videoOf } from './job.ts'

const handleShape = /^[A-Za-z0-9._]{1,64}$/
const postIdShape = /^\d+$/

/** Whether TikTok has the whole content and posts it, or has already posted it. */
export function isHandedOver(job: TiktokJob, status: PublicationStatus): boolean {
  if (status.status === 'FAILED') return false
  if (job.transfer !== 'upload' || status.status !== 'PROCESSING_UPLOAD') return true
  return status.uploaded_bytes === videoOf(job).size
}

/**
 * A completed post. Its id exists once it is public and moderated; until then `platformPostId` is the
 * publication's id, with which `readPostId` finds it later (tiktok.md §5.7).
 */
export function toPublishedPost(
  job: TiktokJob,
  webBase: string,
  postId: string | undefined,
): PublishedPost {
  return {
    state: 'published',
    platformPostId: postId ?? job.progress.publishId ?? '',
    permalink: postId ? permalinkOf(job, webBase, postId) : profileUrl(job, webBase),
    ...(postId || !isPublic(job) ? {} : { isProvisional: true }),
  }
}

/** Only public posts get a post id (tiktok.md §5.7). */
export function isPublic(job: TiktokJob): boolean {
  return job.options.privacy_level === 'PUBLIC_TO_EVERYONE'
}

/** The permalink (tiktok.md §5.7); `null` without a known @handle. */
export function permalinkOf(job: TiktokJob, webBase: string, postId: string): string | null {
  const profile = profileUrl(job, webBase)
  const kind = job.transfer === 'photos' ? 'photo' : 'video'
  return profile && isPostId(postId) ? `${profile}/${kind}/${postId}` : null
}

export function isPostId(id: string): boolean {
  return postIdShape.test(id)
}

/** Without `user.info.profile`, `username` may be a display name, which has no URL. */
function profileUrl({ progress, input }: TiktokJob, webBase: string): string | null {
  const handle = progress.handle || input.account.username
  return handleShape.test(handle) ? `${webBase}/@${handle}` : null
}

/**
 * Whether a listed post is this one: not older than `from` and with the same text, which the list
 * truncates to 150 characters (tiktok.md §4). Posts without text never match.
 */
export function isSamePost(job: TiktokJob, video: ListedVideo, from: Date): boolean {
  if (video.create_time * 1000 < from.getTime()) return false
  const { text } = job.input.content
  const listedTexts = [video.video_description, video.title]
  return [text, job.options.title ?? ''].some((own) =>
    listedTexts.some((listed) => isListedAs(own.trim(), (listed ?? '').trim())),
  )
}

const truncatedCharsMin = 100

function isListedAs(text: string, listed: string): boolean {
  if (text === '' || listed === '') return false
  return text === listed || (listed.length >= truncatedCharsMin && text.startsWith(listed))
}
