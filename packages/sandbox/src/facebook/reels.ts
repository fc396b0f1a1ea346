import type { Post } from '../core/content.ts'
import { decimalId } from '../core/ids.ts'
import type { GraphCall } from '../graph/call.ts'
import { badParameter, GraphError } from '../graph/errors.ts'
import { getOwnPost } from '../graph/own.ts'
import { fetchMedia, storeMedia } from '../media/fetch.ts'
import { createPost } from '../publishing/posts.ts'
import { pageSession, publishingSession } from './page-session.ts'
import { createFeedPost, finishVideo, videoNotFetched } from './publish.ts'

/** `POST /{page}/video_reels` with the upload phases start and finish (facebook.md §3). */
export function publishReel(call: GraphCall) {
  const session = publishingSession(call)
  const { sandbox, params } = call
  if (params.upload_phase === 'start') {
    const video = createPost(sandbox, {
      id: decimalId('12', 16),
      platform: 'facebook',
      account_id: session.account.id,
      media_type: 'video_object',
      parent_id: 'processing',
      facts: { video_status: 'processing' },
    })
    return { video_id: video.id, upload_url: `${sandbox.origin()}/facebook/rupload/${video.id}` }
  }
  if (params.upload_phase !== 'finish') {
    throw badParameter('(#100) Param upload_phase must be one of {START, FINISH}')
  }
  const video = getOwnPost(call, session, params.video_id ?? '')
  if (video.media_ids.length === 0) {
    throw new GraphError('(#6000) There was a problem uploading your video file', { code: 6000 })
  }
  if (params.video_state !== 'PUBLISHED') return { success: true }
  sandbox.state.posts.update(video.id, {
    text: params.description ?? '',
    title: params.title ?? '',
  })
  sandbox.ticker.at(sandbox.clock.ms() + sandbox.settings().video_ms, () =>
    finishVideo(sandbox, video.id),
  )
  return { success: true, post_id: video.id }
}

/** Uploads a reel: from the URL in the `file_url` header, or the bytes in the body. */
export async function uploadReel(call: GraphCall) {
  const session = pageSession(call)
  const video: Readonly<Post> = getOwnPost(call, session, call.pathParams.video!)
  const url = call.context.req.header('file_url')
  const bytes = url ? null : new Uint8Array(await call.context.req.arrayBuffer())
  const fetched = url
    ? await fetchMedia(call.sandbox, url, { followRedirects: true })
    : { media: await storeMedia(call.sandbox, 'upload', bytes ?? new Uint8Array()) }
  if ('problem' in fetched || !fetched.media.content_type.startsWith('video/')) {
    call.sandbox.state.posts.update(video.id, { facts: { video_status: 'error' } })
    throw videoNotFetched()
  }
  call.sandbox.state.posts.update(video.id, { media_ids: [fetched.media.id] })
  return { success: true }
}

/** `POST /{page}/photo_stories` with a staged photo (facebook.md §3). */
export function publishPhotoStory(call: GraphCall) {
  const session = publishingSession(call)
  const photo = call.sandbox.state.posts.get(call.params.photo_id ?? '')
  if (photo?.account_id !== session.account.id || photo.media_type !== 'photo_object') {
    throw badParameter('(#100) Param photo_id must be a photo of the page')
  }
  const story = createFeedPost(call.sandbox, session.account.id, {
    media_type: 'story',
    media_ids: photo.media_ids,
  })
  return { success: true, post_id: story.id }
}
