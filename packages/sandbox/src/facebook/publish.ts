import type { Post } from '../core/content.ts'
import { decimalId } from '../core/ids.ts'
import type { World } from '../core/world.ts'
import type { GraphCall } from '../graph/call.ts'
import { badParameter, GraphError } from '../graph/errors.ts'
import { parseFields, pick } from '../graph/fields.ts'
import type { Session } from '../graph/session.ts'
import { fetchMedia } from '../media/fetch.ts'
import { createPost, postsOf } from '../publishing/posts.ts'
import { sendFacebookPost } from './events.ts'
import { publishingSession } from './page-session.ts'
import { noPostField, postFields } from './posts.ts'
import { settingsOf } from './settings.ts'

const TEXT_MAX = 63_206
const PHOTO_BYTES_MAX = 4_000_000
const PHOTOS_MAX = 10
const DUPLICATE_WINDOW_MS = 60_000

/** `POST /{page}/feed`: text, link or several staged photos (facebook-pages.md §3). */
export function publishToFeed(call: GraphCall) {
  const session = publishingSession(call)
  const message = call.params.message ?? ''
  const photos = attachedPhotos(call, session)
  const { link } = call.params
  if (!message && !link && photos.length === 0)
    throw badParameter('(#100) The parameter message is required')
  checkText(call.world, session, message)
  if (link && !URL.canParse(link)) {
    throw new GraphError('(#100) The url you supplied is invalid', {
      code: 100,
      error_subcode: 2061006,
    })
  }
  const post = createFeedPost(call.world, session.account.id, {
    media_type: photos.length > 0 ? 'photo' : 'status',
    text: message,
    media_ids: photos.flatMap((photo) => photo.media_ids),
    facts: link ? { link } : {},
  })
  for (const photo of photos) call.world.state.posts.update(photo.id, { parent_id: post.id })
  return answerPost(call, post)
}

/** A post of the page; subscribed apps hear of it. */
export function createFeedPost(world: World, pageId: string, facts: Partial<Post>): Readonly<Post> {
  const post = createPost(world, {
    id: `${pageId}_${decimalId('12', 16)}`,
    platform: 'facebook',
    account_id: pageId,
    media_type: 'status',
    ...facts,
  })
  sendFacebookPost(world, post)
  return post
}

function answerPost(call: GraphCall, post: Readonly<Post>) {
  const fields = parseFields(call.params.fields)
  return pick(post, fields, postFields(call, null), ['id'], noPostField)
}

function checkText(world: World, session: Session, message: string): void {
  if (message.length > TEXT_MAX) throw badParameter('(#100) Param message is too long')
  if (!message || !settingsOf(world).facebook_refuse_duplicates) return
  const from = world.clock.ms() - DUPLICATE_WINDOW_MS
  const twin = postsOf(world, session.account.id).find(
    (post) => post.created_at > from && post.text === message,
  )
  if (twin) {
    throw new GraphError('(#506) Duplicate status message', {
      code: 506,
      is_transient: false,
      error_user_title: 'Duplicate Status Update',
    })
  }
}

/** `attached_media[0]={"media_fbid":"…"}` or a JSON list; photos that were staged before (§3). */
function attachedPhotos(call: GraphCall, session: Session): Readonly<Post>[] {
  const texts = Object.entries(call.params)
    .filter(([key]) => /^attached_media(\[\d+\])?$/.test(key))
    .map(([, value]) => value)
  const ids = texts.flatMap((text) => mediaIds(text))
  if (ids.length > PHOTOS_MAX) throw badParameter('(#100) Too many photos')
  return ids.map((id) => {
    const photo = call.world.state.posts.get(id)
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

/** `POST /{page}/photos`: a photo post, or with published=false a staged photo (§3). */
export async function publishPhoto(call: GraphCall) {
  const session = publishingSession(call)
  const { url } = call.params
  const { world } = call
  if (!url) throw badParameter('(#100) The parameter url is required')
  const message = call.params.message ?? call.params.caption ?? ''
  const published = call.params.published !== 'false'
  if (published) checkText(world, session, message)
  const fetched = await fetchMedia(world, url, { followRedirects: true })
  if ('problem' in fetched || !fetched.media.content_type.startsWith('image/')) {
    throw new GraphError('(#324) Missing or invalid image file', {
      code: 324,
      error_subcode: 2069019,
    })
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
    ? createFeedPost(world, session.account.id, { media_type: 'photo', text: message, media_ids })
    : null
  const photo = createPost(world, {
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

/** `POST /{page}/videos`: answers at once, the file is fetched and processed afterwards (§3). */
export function publishVideo(call: GraphCall) {
  const session = publishingSession(call)
  const { world } = call
  const { file_url, description, title } = call.params
  if (!file_url || !URL.canParse(file_url))
    throw badParameter('(#100) The parameter file_url is required')
  const video = createPost(world, {
    id: decimalId('12', 16),
    platform: 'facebook',
    account_id: session.account.id,
    media_type: 'video_object',
    text: description ?? '',
    title: title ?? '',
    parent_id: 'processing',
    facts: { video_status: 'processing' },
  })
  void processVideo(world, video.id, file_url)
  return { id: video.id }
}

async function processVideo(world: World, id: string, url: string): Promise<void> {
  const fetched = await fetchMedia(world, url, { followRedirects: true })
  if (!world.state.posts.get(id)) return
  if ('problem' in fetched || !fetched.media.content_type.startsWith('video/')) {
    world.state.posts.update(id, { facts: { video_status: 'error' } })
    return
  }
  world.state.posts.update(id, { media_ids: [fetched.media.id] })
  world.ticker.at(world.clock.ms() + world.settings().video_ms, () => finishVideo(world, id))
}

/** The processed video becomes a post of the page. */
export function finishVideo(world: World, id: string): void {
  const video = world.state.posts.get(id)
  if (!video) return
  const post = createFeedPost(world, video.account_id, {
    media_type: 'video',
    text: video.text,
    title: video.title,
    media_ids: video.media_ids,
  })
  world.state.posts.update(id, { parent_id: post.id, facts: { video_status: 'ready' } })
}
