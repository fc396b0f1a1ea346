import type { Context } from 'hono'
import { token } from '../core/ids.ts'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { storeMedia } from '../media/fetch.ts'
import { type LinkedinCall, readJson } from './call.ts'
import { badInput, LinkedinError, notFound } from './errors.ts'
import { requireAuthor } from './session.ts'
import { settingsOf } from './settings.ts'

type Video = {
  owner: string
  size: number
  upload_token: string
  expires_at: number
  /** The ETag of each part, in the order of the instructions; null is missing. */
  etags: (string | null)[]
  part_bytes: number
  finalized_at: number | null
  media_id: string | null
  fails: boolean
}

const kind = 'linkedin_video'
const UPLOAD_MS = 24 * 3_600_000
/** linkedin.md §4.4. */
const BYTES_MAX = 500_000_000

export function findVideo(sandbox: Sandbox, urn: string): Video | undefined {
  const record = sandbox.state.networkRecords.get(urn)
  return record?.kind === kind ? (record.value as Video) : undefined
}

function putVideo(sandbox: Sandbox, urn: string, value: Video): void {
  sandbox.state.networkRecords.put({ id: urn, kind, value })
}

/** `POST /rest/videos?action=…` (linkedin.md §4.4). */
export async function actOnVideo(call: LinkedinCall): Promise<object> {
  const body = await readJson(call)
  const action = call.query.get('action')
  if (action === 'initializeUpload') return startVideo(call, body.initializeUploadRequest)
  if (action === 'finalizeUpload') return await finishVideo(call, body.finalizeUploadRequest)
  throw new LinkedinError(400, 'ILLEGAL_ARGUMENT', 'Unknown action')
}

function startVideo({ sandbox, session }: LinkedinCall, request: unknown): object {
  const { owner = '', fileSizeBytes: size = 0 } = (request ?? {}) as {
    owner?: string
    fileSizeBytes?: number
  }
  requireAuthor(session, sandbox, owner, 'videos.ACTION-initializeUpload')
  if (!Number.isInteger(size) || size < 1 || size > BYTES_MAX) {
    throw badInput('INVALID_VALUE_FOR_FIELD', 'fileSizeBytes is invalid.')
  }
  const key = token('C5F', 12)
  const urn = `urn:li:video:${key}`
  const upload_token = token('', 9)
  const expires_at = sandbox.clock.ms() + UPLOAD_MS
  const { linkedin_part_bytes: part_bytes, linkedin_video_fails: fails } = settingsOf(sandbox)
  const etags = Array<null>(Math.ceil(size / part_bytes)).fill(null)
  const rest = { finalized_at: null, media_id: null, fails }
  putVideo(sandbox, urn, { owner, size, upload_token, expires_at, etags, part_bytes, ...rest })
  const uploadInstructions = etags.map((_, index) => ({
    uploadUrl: `${sandbox.origin()}/linkedin/www/video-uploads/${key}/${index}`,
    firstByte: index * part_bytes,
    // Of the last part it may lie beyond the file (linkedin.md §4.4).
    lastByte: (index + 1) * part_bytes - 1,
  }))
  const value = { uploadUrlsExpireAt: expires_at, video: urn, uploadToken: upload_token }
  return { value: { ...value, uploadInstructions } }
}

/** `PUT` of one part: without the token, exactly its bytes; it may be sent again (linkedin.md §4.4). */
export async function uploadPart(context: Context<Env>, sandbox: Sandbox): Promise<Response> {
  const key = context.req.param('key') ?? ''
  const index = Number(context.req.param('part'))
  const urn = `urn:li:video:${key}`
  const video = findVideo(sandbox, urn)
  if (!video || !(index in video.etags)) throw notFound(urn)
  if (context.req.header('authorization')) {
    throw new LinkedinError(400, 'BAD_REQUEST', 'Only one auth mechanism is allowed.')
  }
  if (sandbox.clock.ms() >= video.expires_at) {
    throw badInput('EXPIRED_UPLOAD_URL', 'The upload URL has expired.')
  }
  const bytes = new Uint8Array(await context.req.arrayBuffer())
  const first = index * video.part_bytes
  if (bytes.byteLength !== Math.min(video.part_bytes, video.size - first)) {
    throw new LinkedinError(400, 'BAD_REQUEST', 'The part has another size.')
  }
  await sandbox.media.put(`${key}.${index}`, bytes)
  const etag = video.etags[index] ?? token(`/ambry-video/${index}-`, 9)
  // Read again: another part may have been stored meanwhile.
  const stored = findVideo(sandbox, urn)!
  putVideo(sandbox, urn, { ...stored, etags: stored.etags.with(index, etag) })
  return new Response(null, { status: 200, headers: { etag: `"${etag}"` } })
}

/** Joins the parts in the order of the call: a wrong one is no error, the video is scrambled. */
async function finishVideo({ sandbox, session }: LinkedinCall, request: unknown): Promise<object> {
  const {
    video: urn = '',
    uploadToken,
    uploadedPartIds = [],
  } = (request ?? {}) as {
    video?: string
    uploadToken?: string
    uploadedPartIds?: string[]
  }
  const video = findVideo(sandbox, urn)
  if (!video) throw badInput('INVALID_VIDEO_ID', `The video ${urn} does not exist.`)
  requireAuthor(session, sandbox, video.owner, 'videos.ACTION-finalizeUpload')
  if (video.finalized_at !== null) return {}
  const indexes = uploadedPartIds.map((id) => video.etags.indexOf(id))
  const isWhole = new Set(indexes).size === video.etags.length && !indexes.includes(-1)
  if (uploadToken !== video.upload_token || !isWhole) {
    throw badInput('UPDATING_ASSET_FAILED', 'The parts of the video are not complete.')
  }
  const chunks: Uint8Array[] = []
  for (const index of indexes) {
    const chunk = await sandbox.media.get(`${urn.split(':').at(-1)}.${index}`)
    if (chunk) chunks.push(chunk)
  }
  const media = await storeMedia(sandbox, 'upload', Buffer.concat(chunks))
  const isMp4 = media.content_type === 'video/mp4'
  const finalized_at = sandbox.clock.ms()
  const fails = video.fails || !isMp4
  putVideo(sandbox, urn, { ...video, finalized_at, media_id: media.id, fails })
  return {}
}

function statusOf(sandbox: Sandbox, video: Video): string {
  if (video.finalized_at === null) return 'WAITING_UPLOAD'
  const isDone = sandbox.clock.ms() >= video.finalized_at + settingsOf(sandbox).linkedin_video_ms
  if (!isDone) return 'PROCESSING'
  return video.fails ? 'PROCESSING_FAILED' : 'AVAILABLE'
}

/** `GET /rest/videos/{URN}`: also with a person's token (linkedin.md §4.4). */
export function readVideo({ sandbox, session, key }: LinkedinCall): object {
  const video = findVideo(sandbox, key)
  if (!video) throw notFound(key)
  requireAuthor(session, sandbox, video.owner, 'videos.GET')
  const status = statusOf(sandbox, video)
  const reason = status === 'PROCESSING_FAILED' ? { processingFailureReason: 'Not a video' } : {}
  return { id: key, owner: video.owner, status, ...reason }
}

/** What posting needs to know of a video. */
export function postedVideo(sandbox: Sandbox, urn: string) {
  const video = findVideo(sandbox, urn)
  return video && { ...video, status: statusOf(sandbox, video) }
}
