import { token } from '../core/ids.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { storeMedia } from '../media/fetch.ts'
import { partsOf, pick, readJson, type YoutubeCall } from './call.ts'
import { mediaBodyRequired, readSnippet, readStatus } from './metadata.ts'
import { checkChannelUploads, spend } from './quota.ts'
import { channelSession } from './session.ts'
import { settingsOf } from './settings.ts'
import {
  findVideo,
  putVideo,
  type VideoSnippet,
  type VideoStatus,
  videoResource,
  videosOf,
} from './videos.ts'

/** Chunks are multiples of this, except for the last one (youtube.md §4.2). */
const CHUNK_UNIT = 262_144

type Session = {
  account_id: string
  snippet: VideoSnippet
  status: VideoStatus
  size: number
  parts: string[]
  stored: number
  started_at: number
  video_id: string | null
  chunks: number
}

const kind = 'youtube_session'
const key = (id: string) => `${kind}:${id}`

/** `POST /upload/youtube/v3/videos?uploadType=resumable` (youtube.md §4.1). */
export async function startUpload(call: YoutubeCall): Promise<Response> {
  const { sandbox, context, query } = call
  const session = channelSession(call, 'youtube.upload', 'youtube', 'youtube.force-ssl')
  const parts = partsOf(call)
  if (query.get('uploadType') !== 'resumable') throw mediaBodyRequired()
  spend(sandbox, 'uploads', 1)
  const body = await readJson(call)
  const snippet = readSnippet(parts.includes('snippet') ? body.snippet : {})
  const status = readStatus(parts.includes('status') ? body.status : {})
  const size = Number(context.req.header('x-upload-content-length'))
  const type = context.req.header('x-upload-content-type') ?? ''
  if (!Number.isInteger(size) || size < 1) throw mediaBodyRequired()
  if (!/^(video\/|application\/octet-stream)/.test(type)) throw mediaBodyRequired()
  checkChannelUploads(
    sandbox,
    videosOf(sandbox, session.account.id).map(([, { uploaded_at }]) => uploaded_at),
  )
  const id = token('', 24)
  const value: Session = {
    account_id: session.account.id,
    snippet,
    status,
    size,
    parts,
    stored: 0,
    started_at: sandbox.clock.ms(),
    video_id: null,
    chunks: 0,
  }
  sandbox.state.networkRecords.put({ id: key(id), kind, value })
  const params = new URLSearchParams({ ...Object.fromEntries(query), upload_id: id })
  const location = `${sandbox.origin()}/youtube/api/upload/youtube/v3/videos?${params}`
  return new Response(null, { status: 200, headers: { location } })
}

/** `PUT` to the session: a chunk, or the question how far it is (youtube.md §4.2). */
export async function putChunk(call: YoutubeCall): Promise<Response> {
  const { sandbox, context, query } = call
  const id = query.get('upload_id') ?? ''
  const record = sandbox.state.networkRecords.get(key(id))
  const session = record?.value as Session | undefined
  const lifetimeMs = settingsOf(sandbox).youtube_session_seconds * 1000
  const isOver = !session || sandbox.clock.ms() - session.started_at >= lifetimeMs
  if (isOver) return new Response('Not Found', { status: 404 })
  const bytes = new Uint8Array(await context.req.arrayBuffer())
  const header = context.req.header('content-range') ?? ''
  if (session.video_id) return finished(sandbox, session)
  if (header === `bytes */${session.size}` && bytes.byteLength === 0) return resume(session)
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(header)
  if (!range) return badChunk('Failed to parse Content-Range header.')
  const [first, last, total] = range.slice(1).map(Number) as [number, number, number]
  if (total !== session.size || last >= total || bytes.byteLength !== last - first + 1) {
    return badChunk('Content-Range does not match the request.')
  }
  const isLast = last === total - 1
  if (!isLast && bytes.byteLength % CHUNK_UNIT !== 0) {
    return badChunk('The size of a chunk must be a multiple of 262144.')
  }
  if (first !== session.stored) {
    const isRefused = settingsOf(sandbox).youtube_out_of_order === 'refuse'
    return isRefused ? badChunk('Invalid request.') : resume(session)
  }
  const max = settingsOf(sandbox).youtube_stored_bytes_max ?? Infinity
  const kept = bytes.subarray(0, Math.min(bytes.byteLength, max))
  const stored = { ...session, stored: first + kept.byteLength, chunks: session.chunks + 1 }
  // Counted before it is stored, so that the same chunk at the same time is refused.
  sandbox.state.networkRecords.put({ id: key(id), kind, value: stored })
  await sandbox.media.put(`${id}.${session.chunks}`, kept)
  if (stored.stored < session.size) return resume(stored)
  return await complete(sandbox, id, stored)
}

async function complete(sandbox: Sandbox, id: string, session: Session): Promise<Response> {
  const chunks: Uint8Array[] = []
  for (let index = 0; index < session.chunks; index++) {
    const name = `${id}.${index}`
    const chunk = await sandbox.media.get(name)
    if (chunk) chunks.push(chunk)
    await sandbox.media.remove(name)
  }
  const media = await storeMedia(sandbox, 'upload', Buffer.concat(chunks))
  const video_id = token('', 8)
  const isVideo = media.content_type.startsWith('video/')
  const { youtube_fail_reason, youtube_keeps_private } = settingsOf(sandbox)
  const status = youtube_keeps_private
    ? { ...session.status, privacyStatus: 'private' as const }
    : session.status
  putVideo(sandbox, video_id, {
    account_id: session.account_id,
    snippet: session.snippet,
    status,
    media_id: media.id,
    bytes: session.size,
    uploaded_at: sandbox.clock.ms(),
    published_at: null,
    fail_reason: isVideo ? youtube_fail_reason : 'invalidFile',
    has_thumbnail: false,
  })
  const value = { ...session, video_id }
  sandbox.state.networkRecords.put({ id: key(id), kind, value })
  return finished(sandbox, value)
}

/** A finished session answers with the video again. */
function finished(sandbox: Sandbox, { video_id, parts }: Session): Response {
  const video = findVideo(sandbox, video_id!)
  if (!video) return new Response('Not Found', { status: 404 })
  return Response.json(pick(parts, videoResource(sandbox, video_id!, video)))
}

/** 308 is no redirect here; without `Range` nothing is stored. */
function resume({ stored }: Session): Response {
  const headers: Record<string, string> = stored > 0 ? { range: `bytes=0-${stored - 1}` } : {}
  return new Response(null, { status: 308, headers })
}

function badChunk(text: string): Response {
  return new Response(text, { status: 400, headers: { 'content-type': 'text/plain' } })
}
