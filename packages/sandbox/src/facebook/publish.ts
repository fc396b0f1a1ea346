import type { Post } from '../core/content.ts'
import { decimalId } from '../core/ids.ts'
import type { Sandbox } from '../core/sandbox.ts'
import type { GraphCall } from '../graph/call.ts'
import { badParameter, GraphError } from '../graph/errors.ts'
import { showNode } from '../graph/nodes.ts'
import type { Session } from '../graph/session.ts'
import { fetchMedia } from '../media/fetch.ts'
import { createPost, postsOf } from '../publishing/posts.ts'
import { sendFacebookPost } from './events.ts'
import { publishingSession } from './page-session.ts'
import { postKind, unpublished } from './posts.ts'
import { settingsOf } from './settings.ts'

const TEXT_MAX = 63_206
const PHOTO_BYTES_MAX = 4_000_000
const PHOTOS_MAX = 10
const DUPLICATE_WINDOW_MS = 60_000

/**
 * `POST /{page}/feed`: text, link or staged photos (facebook.md §3). With `published=false` only
 * the page sees the post (facebook.md §3.1).
 */
export function publishToFeed(call: GraphCall) {
  const session = publishingSession(call)
  const message = call.params.message ?? ''
  const photos = attachedPhotos(call, session)
  const { link } = call.params
  if (!message && !link && photos.length === 0)
    throw badParameter('(#100) The parameter message is required')
  const published = call.params.published !== 'false'
  checkLength(message)
  if (published) refuseDuplicate(call.sandbox, session, message)
  if (link && !URL.canParse(link)) {
    throw new GraphError('(#100) The url you supplied is invalid', {
      code: 100,
      error_subcode: 2061006,
    })
  }
  const facts: Partial<Post> = {
    media_type: photos.length > 0 ? 'photo' : 'status',
    text: message,
    media_ids: photos.flatMap((photo) => photo.media_ids),
    facts: link ? { link } : {},
    parent_id: published ? null : unpublished,
  }
  const post = createPagePost(call.sandbox, session.account.id, facts)
  if (published) sendFacebookPost(call.sandbox, post)
  for (const photo of photos) call.sandbox.state.posts.update(photo.id, { parent_id: post.id })
  return showNode(call, postKind(call, null), post)
}

/** Creates a post of the page and sends its webhook. */
export function createFeedPost(
  sandbox: Sandbox,
  pageId: string,
  facts: Partial<Post>,
): Readonly<Post> {
  const post = createPagePost(sandbox, pageId, facts)
  sendFacebookPost(sandbox, post)
  return post
}

function createPagePost(sandbox: Sandbox, pageId: string, facts: Partial<Post>): Readonly<Post> {
  return createPost(sandbox, {
    id: `${pageId}_${decimalId('12', 16)}`,
    platform: 'facebook',
    account_id: pageId,
    media_type: 'status',
    ...facts,
  })
}

/** `POST /{post}` `is_published=true`; repeating it changes nothing (facebook.md §3.1). */
export function changePost(call: GraphCall, post: Readonly<Post>) {
  const session = publishingSession(call, post.account_id)
  if (call.params.is_published !== 'true') throw badParameter('(#100) Nothing to change')
  if (post.parent_id !== unpublished) return { success: true }
  const { sandbox } = call
  refuseDuplicate(sandbox, session, post.text)
  const published = { parent_id: null, created_at: sandbox.clock.ms() }
  sendFacebookPost(sandbox, sandbox.state.posts.update(post.id, published))
  return { success: true }
}

function checkLength(message: string): void {
  if (message.length > TEXT_MAX) throw badParameter('(#100) Param message is too long')
}

function refuseDuplicate(sandbox: Sandbox, session: Session, message: string): void {
  if (!message || !settingsOf(sandbox).facebook_refuse_duplicates) return
  const from = sandbox.clock.ms() - DUPLICATE_WINDOW_MS
  const duplicate = postsOf(sandbox, session.account.id).find(
    (post) => post.created_at > from && post.text === message,
  )
  if (duplicate) {
    throw new GraphError('(#506) Duplicate status message', {
      code: 506,
      is_transient: false,
      error_user_title: 'Duplicate Status Update',
    })
  }
}

/** The staged photos in `attached_media[0]={"media_fbid":"…"}` or a JSON list (facebook.md §3). */
function attachedPhotos(call: GraphCall, session: Session): Readonly<Post>[] {
  const texts = Object.entries(call.params)
    .filter(([key]) => /^attached_media(\[\d+\])?$/.test(key))
    .map(([, value]) => value)
  const ids = texts.flatMap((text) => mediaIds(text))
  if (ids.length > PHOTOS_MAX) throw badParameter('(#100) Too many photos')
  return ids.map((id) => {
    const photo = call.sandbox.state.posts.get(id)
    if (photo?.account_id !== session.account.id || photo.media_type !== 'photo_object') {
      throw badParameter(`(#100) Invalid media_fbid: ${id}`)
    }
    return photo
  })
}

function mediaIds(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text)
    const list = Array.isArray(value) ? value : [value]
    return list.map((item) => String((item as { media_fbid: unknown }).media_fbid))
  } catch {
    throw badParameter('(#100) attached_media must be JSON')
  }
}

/** `POST /{page}/photos`: publishes a photo, or stages it with published=false (facebook.md §3). */
export async function publishPhoto(call: GraphCall) {
  const session = publishingSession(call)
  const { url } = call.params
  const { sandbox } = call
  if (!url) throw badParameter('(#100) The parameter url is required')
  const message = call.params.message ?? call.params.caption ?? ''
  const published = call.params.published !== 'false'
  checkLength(message)
  if (published) refuseDuplicate(sandbox, session, message)
  const fetched = await fetchMedia(sandbox, url, { followRedirects: true, range: 'bytes=0-' })
  if ('problem' in fetched && fetched.problem !== 'not_media') {
    throw new GraphError('Missing or invalid image file', {
      code: 324,
      error_subcode: 2069019,
      is_transient: true,
      error_user_title: 'Photo upload failed',
    })
  }
  // The subcode of a file that is not an image is undocumented.
  if ('problem' in fetched || !fetched.media.content_type.startsWith('image/')) {
    throw new GraphError('(#324) Missing or invalid image file', { code: 324, is_transient: false })
  }
  if (fetched.media.bytes > PHOTO_BYTES_MAX) {
    throw new GraphError(
      '(#1) Your photos couldn’t be uploaded. Photos should be smaller than 4 MB',
      {
        code: 1,
        error_subcode: 1366046,
      },
    )
  }
  const media_ids = [fetched.media.id]
  const post = published
    ? createFeedPost(sandbox, session.account.id, { media_type: 'photo', text: message, media_ids })
    : null
  const photo = createPost(sandbox, {
    id: decimalId('12', 16),
    platform: 'facebook',
    account_id: session.account.id,
    media_type: 'photo_object',
    text: message,
    media_ids,
    parent_id: post?.id ?? 'staged',
  })
  return post ? { id: photo.id, post_id: post.id } : { id: photo.id }
}

/** `POST /{page}/videos`: responds before the file is processed (facebook.md §3, §3.2). */
export async function publishVideo(call: GraphCall) {
  const session = publishingSession(call)
  const { sandbox } = call
  const { file_url, description, title } = call.params
  if (!file_url || !URL.canParse(file_url))
    throw badParameter('(#100) The parameter file_url is required')
  const fetched = await fetchMedia(sandbox, file_url, { followRedirects: true })
  if ('problem' in fetched && fetched.problem !== 'not_media') throw videoNotFetched()
  if ('problem' in fetched || !fetched.media.content_type.startsWith('video/')) {
    throw new GraphError(
      'There was a problem uploading your video file. Please try again with another file.',
      { code: 6000, error_subcode: 1363019, is_transient: false },
    )
  }
  const video = createPost(sandbox, {
    id: decimalId('12', 16),
    platform: 'facebook',
    account_id: session.account.id,
    media_type: 'video_object',
    text: description ?? '',
    title: title ?? '',
    parent_id: 'processing',
    media_ids: [fetched.media.id],
    facts: { video_status: 'processing' },
  })
  sandbox.ticker.at(sandbox.clock.ms() + sandbox.settings().video_ms, () =>
    finishVideo(sandbox, video.id),
  )
  return { id: video.id }
}

/** Facebook could not download the video (facebook.md §3.2). */
export function videoNotFetched(): GraphError {
  return new GraphError('Unable to fetch video file from URL.', {
    code: 389,
    error_subcode: 1363057,
    is_transient: false,
  })
}

/** Publishes a processed video as a post of the page. */
export function finishVideo(sandbox: Sandbox, id: string): void {
  const video = sandbox.state.posts.get(id)
  if (!video) return
  const post = createFeedPost(sandbox, video.account_id, {
    media_type: 'video',
    text: video.text,
    title: video.title,
    media_ids: video.media_ids,
  })
  sandbox.state.posts.update(id, { parent_id: post.id, facts: { video_status: 'ready' } })
}
