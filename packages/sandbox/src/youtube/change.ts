import { storeMedia } from '../media/fetch.ts'
import { partsOf, pick, readJson, type YoutubeCall } from './call.ts'
import { badRequest, forbidden, notFound, YoutubeError } from './errors.ts'
import { readSnippet, readStatus } from './metadata.ts'
import { channelSession, type YoutubeSession } from './session.ts'
import { settingsOf } from './settings.ts'
import {
  findVideo,
  isShort,
  putVideo,
  removeVideo,
  uploadStatus,
  type Video,
  videoResource,
} from './videos.ts'

const writeScopes = ['youtube', 'youtube.force-ssl']
const THUMBNAIL_BYTES_MAX = 50_000_000

function ownVideo(call: YoutubeCall, session: YoutubeSession, id: string): Video {
  const video = findVideo(call.sandbox, id)
  if (!video) throw notFound('videoNotFound')
  if (video.account_id !== session.account.id) throw forbidden()
  return video
}

/** `PUT /videos`: a part that is sent replaces all its members (youtube.md §4.5, §4.8). */
export async function updateVideo(call: YoutubeCall): Promise<object> {
  const session = channelSession(call, ...writeScopes)
  const { sandbox } = call
  const parts = partsOf(call)
  const body = await readJson(call)
  const id = String(body.id ?? '')
  const video = ownVideo(call, session, id)
  const snippet = parts.includes('snippet') ? readSnippet(body.snippet) : video.snippet
  const asked = parts.includes('status') ? readStatus(body.status) : video.status
  const isHeld = settingsOf(sandbox).youtube_keeps_private && video.published_at === null
  const status = isHeld ? { ...asked, privacyStatus: 'private' as const } : asked
  putVideo(sandbox, id, { ...video, snippet, status })
  // The answer repeats what was sent; only a later read tells what holds (youtube.md §4.5).
  return pick(parts, videoResource(sandbox, id, { ...video, snippet, status: asked }))
}

/** `DELETE /videos?id=` → 204. */
export function deleteVideo(call: YoutubeCall): Response {
  const session = channelSession(call, ...writeScopes)
  const id = call.query.get('id') ?? ''
  ownVideo(call, session, id)
  removeVideo(call.sandbox, id)
  return new Response(null, { status: 204 })
}

/** `POST /upload/youtube/v3/thumbnails/set` (youtube.md §4.7). */
export async function setThumbnail(call: YoutubeCall): Promise<object> {
  const session = channelSession(call, 'youtube.upload', ...writeScopes)
  const { sandbox, context, query } = call
  const id = query.get('videoId') ?? ''
  const video = ownVideo(call, session, id)
  const bytes = new Uint8Array(await context.req.arrayBuffer())
  if (session.account.facts?.phone_verified === 'no') {
    const text =
      "The authenticated user doesn't have permissions to upload and set custom video thumbnails."
    throw new YoutubeError(403, 'forbidden', text, { domain: 'youtube.thumbnail' })
  }
  const type = context.req.header('content-type') ?? ''
  const isImage = ['image/jpeg', 'image/png'].includes(type) && bytes.byteLength > 0
  if (!isImage || bytes.byteLength > THUMBNAIL_BYTES_MAX) {
    throw badRequest('invalidImage', 'The provided image content is invalid.')
  }
  // Of a Short only after processing (youtube.md §4.7).
  if (isShort(sandbox, video) && uploadStatus(sandbox, video) !== 'processed') {
    throw forbidden('The thumbnail can’t be set for the specified video.')
  }
  const { id: media } = await storeMedia(sandbox, 'thumbnail', bytes)
  putVideo(sandbox, id, { ...video, has_thumbnail: true })
  const url = `${sandbox.origin()}/media/${media}`
  return {
    kind: 'youtube#thumbnailSetResponse',
    etag: 'etag',
    items: [{ default: { url, width: 120, height: 90 }, fhd: { url, width: 1920, height: 1080 } }],
  }
}
