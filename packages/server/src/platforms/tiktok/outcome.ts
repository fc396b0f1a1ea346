import type { PublishedPost } from '../publish.ts'
import type { ListedVideo, PublicationStatus } from './api-publish.ts'
import { type TiktokJob, videoOf } from './job.ts'

const handleShape = /^[A-Za-z0-9._]{1,64}$/
const postIdShape = /^\d+$/

/** Whether TikTok has all it needs and posts by itself, or has posted. */
export function isHandedOver(job: TiktokJob, status: PublicationStatus): boolean {
  if (status.status === 'FAILED') return false
  if (job.way !== 'upload' || status.status !== 'PROCESSING_UPLOAD') return true
  return status.uploaded_bytes === videoOf(job).size
}

/**
 * What is known of a post that is complete: its id once it is public and moderated, and until then
 * the id of the publication, by which it can be asked for again (tiktok.md §5.7).
 */
export function publishedAs(
  job: TiktokJob,
  webBase: string,
  postId: string | undefined,
): PublishedPost {
  return {
    state: 'published',
    platformPostId: postId ?? job.progress.publishId ?? '',
    permalink: postId ? permalinkOf(job, webBase, postId) : profileOf(job, webBase),
    ...(postId || !isPublic(job) ? {} : { isProvisional: true }),
  }
}

/** Only a public post ever gets an id that others may know (tiktok.md §5.7). */
export function isPublic(job: TiktokJob): boolean {
  return job.options.privacy_level === 'PUBLIC_TO_EVERYONE'
}

/** The address of a post (tiktok.md §5.7); without a known @handle there is none. */
export function permalinkOf(job: TiktokJob, webBase: string, postId: string): string | null {
  const profile = profileOf(job, webBase)
  const kind = job.way === 'photos' ? 'photo' : 'video'
  return profile && isPostId(postId) ? `${profile}/${kind}/${postId}` : null
}

export function isPostId(id: string): boolean {
  return postIdShape.test(id)
}

/** Without `user.info.profile` the account's username may be a display name, which has no address. */
function profileOf({ progress, input }: TiktokJob, webBase: string): string | null {
  const handle = progress.handle || input.account.username
  return handleShape.test(handle) ? `${webBase}/@${handle}` : null
}

/**
 * Whether a listed post is this one: not older, and of the same words as far as the list shows them
 * (150 characters, tiktok.md §4). Without words nothing tells it from another post.
 */
export function isSamePost(job: TiktokJob, video: ListedVideo, from: Date): boolean {
  if (video.create_time * 1000 < from.getTime()) return false
  const { text } = job.input.content
  const shown = [video.video_description, video.title]
  return [text, job.options.title ?? ''].some((wanted) =>
    shown.some((words) => beginsWith(wanted.trim(), (words ?? '').trim())),
  )
}

const shownCharsMin = 100

function beginsWith(wanted: string, shown: string): boolean {
  if (wanted === '' || shown === '') return false
  return wanted === shown || (shown.length >= shownCharsMin && wanted.startsWith(shown))
}
