import { DAY_MS } from '../core/clock.ts'
import type { Container, Media } from '../core/content.ts'
import { decimalId, token } from '../core/ids.ts'
import type { Account } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { storeMedia } from '../media/fetch.ts'
import { sniff } from '../media/sniff.ts'
import type { Call } from './call.ts'
import { htmlPage, invalid, MastodonError, notFound } from './errors.ts'
import { mediaJson, mediaType } from './media-json.ts'
import { isCurrent, limitsOf, type Server } from './servers.ts'
import { authenticate } from './session.ts'
import { settingsOf } from './settings.ts'

const MIB = 1_048_576
const FAILED = 'Error processing thumbnail for uploaded media'

/** `POST /api/v2/media`: 200 finished, or 202 while it is processed (mastodon.md §3.1). */
export async function uploadMedia(call: Call) {
  const container = await upload(call)
  return container.ready_at > call.sandbox.clock.ms()
    ? respond(call, container, 202)
    : show(call, container)
}

/** `POST /api/v1/media`, which waits until the file is ready. */
export async function uploadMediaV1(call: Call) {
  const container = await upload(call)
  return show(call, call.sandbox.state.containers.update(container.id, { ready_at: 0 }))
}

async function upload(call: Call): Promise<Readonly<Container>> {
  const { sandbox, server, input } = call
  const { account } = authenticate(call, 'write:media')
  const file = input.file('file')
  if (!file) throw invalid("File can't be blank")
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { mastodon_media_failure: failure } = settingsOf(sandbox)
  const facts = sniff(bytes)
  if (!facts.content_type || failure === 'upload') {
    throw invalid('File content type is invalid, File is invalid')
  }
  checkSize(call, { ...facts, content_type: facts.content_type, bytes: bytes.byteLength })
  const description = readDescription(call)
  const media = await storeMedia(sandbox, '', bytes)
  const isSlow = mediaType(media) !== 'image' && !server.isOtherProgram
  const now = sandbox.clock.ms()
  return sandbox.state.containers.put({
    id: attachmentId(server, media),
    platform: 'mastodon',
    account_id: account.id,
    media_type: mediaType(media),
    params: { description, focus: input.text('focus') ?? '' },
    children: [],
    is_carousel_item: false,
    created_at: now,
    ready_at: isSlow ? now + sandbox.settings().video_ms : now,
    fetch: 'done',
    error: failure === 'processing' ? FAILED : null,
    media_id: media.id,
    published_as: null,
  })
}

/** The other program's ids are file names (mastodon.md §8). */
function attachmentId(server: Server, { content_type }: Readonly<Media>): string {
  if (!server.isOtherProgram) return decimalId('11', 18)
  return `${token('', 12)}.${content_type.split('/')[1]}`
}

/** Moving or still, whatever `image_matrix_limit` says; in no `/instance` (mastodon.md §3.1). */
const GIF_PIXELS_MAX = 921_600

type FileFacts = Pick<Media, 'content_type' | 'bytes' | 'width' | 'height'>

/** Bytes and pixels. The texts are from memory. */
function checkSize({ sandbox, server }: Call, file: FileFacts): void {
  const limits = limitsOf(sandbox, server)
  const isImage = file.content_type.startsWith('image/')
  const bytesMax = isImage ? limits.image_size_limit : limits.video_size_limit
  const pixelsMax = isImage ? limits.image_matrix_limit : limits.video_matrix_limit
  if (file.bytes > bytesMax) {
    throw invalid(`File file size must be less than ${Math.floor(bytesMax / MIB)} MB`)
  }
  const pixels = (file.width ?? 0) * (file.height ?? 0)
  const isGif = file.content_type === 'image/gif' && !server.isOtherProgram
  if (isGif && pixels > GIF_PIXELS_MAX) {
    throw new MastodonError(422, `${file.width}x${file.height} GIF files are not supported`)
  }
  if (pixels > pixelsMax) {
    const kind = isImage ? 'images' : 'videos'
    throw invalid(`File ${file.width}x${file.height} ${kind} are not supported`)
  }
}

function readDescription({ sandbox, server, input }: Call): string {
  const description = input.text('description') ?? ''
  const max = limitsOf(sandbox, server).description_limit
  if ([...description].length <= max) return description
  throw invalid(`Description is too long (maximum is ${max} characters)`)
}

/** `GET /api/v1/media/:id`: 206 while it is processed, 200 ready, 422 failed. */
export function readMedia(call: Call) {
  if (call.server.isOtherProgram) return htmlPage(404, 'Not found')
  const container = findOwn(call)
  if (container.ready_at > call.sandbox.clock.ms()) return respond(call, container, 206)
  if (container.error) throw new MastodonError(422, container.error)
  return show(call, container)
}

/** `PUT /api/v1/media/:id`: description and focus. */
export function updateMedia(call: Call) {
  const { params, id } = findOwn(call)
  const changes = {
    ...(call.input.text('description') === undefined ? {} : { description: readDescription(call) }),
    ...(call.input.text('focus') === undefined ? {} : { focus: call.input.text('focus')! }),
  }
  return show(call, call.sandbox.state.containers.update(id, { params: { ...params, ...changes } }))
}

/** `DELETE /api/v1/media/:id`, since 4.4. */
export function deleteMedia(call: Call) {
  if (!isCurrent(call.server)) throw notFound()
  call.sandbox.state.containers.remove(findOwn(call).id)
  return {}
}

function findOwn(call: Call): Readonly<Container> {
  const { account } = authenticate(call, 'write:media')
  const container = findUnattached(call.sandbox, account, call.id)
  if (!container) throw notFound()
  return container
}

/** An upload of the account that no status has. Uploads are swept after a day (memory). */
export function findUnattached(
  sandbox: Sandbox,
  account: Readonly<Account>,
  id: string,
): Readonly<Container> | undefined {
  const container = sandbox.state.containers.get(id)
  if (container?.account_id !== account.id || container.published_as !== null) return undefined
  return sandbox.clock.ms() - container.created_at < DAY_MS ? container : undefined
}

function respond(call: Call, container: Readonly<Container>, status: 202 | 206): Response {
  return call.context.json(show(call, container), status)
}

function show({ sandbox, server }: Call, container: Readonly<Container>): object {
  const media = sandbox.state.media.get(container.media_id!)!
  const isReady = container.ready_at <= sandbox.clock.ms()
  return mediaJson(sandbox, server, media, { ...container, isReady })
}
