import { token } from '../core/ids.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { storeMedia } from '../media/fetch.ts'
import { type LinkedinCall, readJson } from './call.ts'
import { badInput, LinkedinError, notFound } from './errors.ts'
import { requireAuthor, requireReader } from './session.ts'
import { settingsOf } from './settings.ts'
import { postedVideo } from './videos.ts'

type Image = {
  owner: string
  expires_at: number
  uploaded_at: number | null
  media_id: string | null
  fails: boolean
}

const kind = 'linkedin_image'
const UPLOAD_MS = 24 * 3_600_000
/** linkedin.md §4.3. */
const PIXELS_MAX = 36_152_320
const types = ['image/jpeg', 'image/png', 'image/gif']

export function findImage(sandbox: Sandbox, urn: string): Image | undefined {
  const record = sandbox.state.networkRecords.get(urn)
  return record?.kind === kind ? (record.value as Image) : undefined
}

function putImage(sandbox: Sandbox, urn: string, value: Image): void {
  sandbox.state.networkRecords.put({ id: urn, kind, value })
}

/** `POST /rest/images?action=initializeUpload` (linkedin.md §4.3). */
export async function startImage(call: LinkedinCall): Promise<object> {
  const { sandbox, session, query } = call
  if (query.get('action') !== 'initializeUpload') {
    throw new LinkedinError(400, 'ILLEGAL_ARGUMENT', 'Unknown action')
  }
  const { initializeUploadRequest: request } = (await readJson(call)) as {
    initializeUploadRequest?: { owner?: string }
  }
  const owner = request?.owner ?? ''
  requireAuthor(session, sandbox, owner, 'images.ACTION-initializeUpload')
  const key = token('D4D', 12)
  const urn = `urn:li:image:${key}`
  const expires_at = sandbox.clock.ms() + UPLOAD_MS
  const { linkedin_image_fails: fails } = settingsOf(sandbox)
  putImage(sandbox, urn, { owner, expires_at, uploaded_at: null, media_id: null, fails })
  const uploadUrl = `${sandbox.origin()}/linkedin/www/dms-uploads/${key}`
  return { value: { uploadUrlExpiresAt: expires_at, uploadUrl, image: urn } }
}

/** `PUT` of the raw bytes, with the token (linkedin.md §4.3). */
export async function uploadImage(call: LinkedinCall): Promise<Response> {
  const { sandbox, session, context, key } = call
  const urn = `urn:li:image:${key}`
  const image = findImage(sandbox, urn)
  if (!image) throw notFound(urn)
  requireAuthor(session, sandbox, image.owner, 'images.UPLOAD')
  if (sandbox.clock.ms() >= image.expires_at) {
    throw badInput('EXPIRED_UPLOAD_URL', 'The upload URL has expired.')
  }
  const bytes = new Uint8Array(await context.req.arrayBuffer())
  const media = await storeMedia(sandbox, 'upload', bytes)
  const pixels = (media.width ?? 0) * (media.height ?? 0)
  const isRefused = !types.includes(media.content_type) || pixels >= PIXELS_MAX
  const uploaded_at = sandbox.clock.ms()
  const fails = image.fails || isRefused
  putImage(sandbox, urn, { ...image, uploaded_at, media_id: media.id, fails })
  return new Response(null, { status: 201 })
}

export function imageStatus(sandbox: Sandbox, image: Image): string {
  if (image.uploaded_at === null) return 'WAITING_UPLOAD'
  const isDone = sandbox.clock.ms() >= image.uploaded_at + settingsOf(sandbox).linkedin_image_ms
  if (!isDone) return 'PROCESSING'
  return image.fails ? 'PROCESSING_FAILED' : 'AVAILABLE'
}

/** `GET /rest/images/{URN}`: of pages only, as members' tokens are for writing (linkedin.md §4.3). */
export function readImage({ sandbox, session, key }: LinkedinCall): object {
  const image = findImage(sandbox, key)
  requireReader(session, sandbox, image?.owner ?? '', 'images.GET')
  if (!image) throw notFound(key)
  return { id: key, owner: image.owner, status: imageStatus(sandbox, image) }
}

function postedImage(sandbox: Sandbox, urn: string) {
  const image = findImage(sandbox, urn)
  return image && { ...image, status: imageStatus(sandbox, image) }
}

/** The stored file of an image or a video in a post; throws as posting does (linkedin.md §8). */
export function mediaOf(sandbox: Sandbox, urn: string, author: string): string {
  const isVideo = urn.startsWith('urn:li:video:')
  const file = isVideo ? postedVideo(sandbox, urn) : postedImage(sandbox, urn)
  const unknown = isVideo ? 'INVALID_VIDEO_ID' : 'INVALID_IMAGE_ID'
  if (!file) throw badInput(unknown, `The asset ${urn} does not exist.`)
  if (file.owner !== author) {
    throw badInput('INVALID_VALUE_FOR_FIELD', 'The owner of the asset is not the author.')
  }
  const { status } = file
  const codes: Record<string, string> = {
    WAITING_UPLOAD: 'MEDIA_ASSET_WAITING_UPLOAD',
    PROCESSING: 'MEDIA_ASSET_PROCESSING',
    PROCESSING_FAILED: 'MEDIA_ASSET_PROCESSING_FAILED',
  }
  const code = codes[status]
  if (code) throw badInput(code, `The asset ${urn} is ${status}.`)
  return file.media_id!
}
