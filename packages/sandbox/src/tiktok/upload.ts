import type { Context } from 'hono'
import { HOUR_MS } from '../core/clock.ts'
import type { Publication } from '../core/content.ts'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { storeMedia } from '../media/fetch.ts'
import { startProcessing } from './progress.ts'

const contentTypes = ['video/mp4', 'video/quicktime', 'video/webm']

/** `PUT <upload_url>`: stores one chunk after strict checks (tiktok.md §5.3). */
export async function putChunk(context: Context<Env>, sandbox: Sandbox): Promise<Response> {
  const key = context.req.query('upload_token') ?? ''
  const publication = sandbox.state.publications.by('upload', key)[0]
  if (!publication || publication.outcome === 'cancelled') return context.body(null, 404)
  if (sandbox.clock.ms() - publication.created_at >= HOUR_MS) return context.body(null, 403)
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(context.req.header('content-range') ?? '')
  const bytes = new Uint8Array(await context.req.arrayBuffer())
  if (!range || !isWellFormed(context, publication, range, bytes)) return context.body(null, 400)
  const first = Number(range[1])
  if (first !== publication.uploaded) return rangeMismatch(context, publication)
  if (bytes.byteLength !== expectedBytes(publication)) return context.body(null, 400)
  const uploaded = first + bytes.byteLength
  // Count the chunk before storing it, so that a concurrent duplicate is rejected.
  sandbox.state.publications.update(publication.id, { uploaded })
  await sandbox.media.put(partName(publication, first), bytes)
  if (uploaded < publication.video_size) {
    return context.body(null, 206, { 'content-range': progressOf(publication) })
  }
  await assemble(sandbox, publication)
  return context.body(null, 201, { 'content-range': progressOf(publication) })
}

function isWellFormed(
  context: Context<Env>,
  publication: Readonly<Publication>,
  range: RegExpExecArray,
  bytes: Uint8Array,
): boolean {
  const [first, last, total] = [Number(range[1]), Number(range[2]), Number(range[3])]
  return (
    contentTypes.includes(context.req.header('content-type') ?? '') &&
    total === publication.video_size &&
    last < total &&
    bytes.byteLength === last - first + 1 &&
    context.req.header('content-length') === String(bytes.byteLength)
  )
}

/** Chunks have the announced size; the last one also has the remainder (tiktok.md §5.3). */
function expectedBytes({
  uploaded,
  chunk_size,
  total_chunks,
  video_size,
}: Readonly<Publication>): number {
  const index = Math.floor(uploaded / chunk_size)
  return index >= total_chunks - 1 ? video_size - uploaded : chunk_size
}

function rangeMismatch(context: Context<Env>, publication: Readonly<Publication>): Response {
  const headers = publication.uploaded > 0 ? { 'content-range': progressOf(publication) } : {}
  return context.body(null, 416, headers)
}

function progressOf({ uploaded, video_size }: Readonly<Publication>): string {
  return `bytes 0-${Math.max(0, uploaded - 1)}/${video_size}`
}

function partName(publication: Readonly<Publication>, first: number): string {
  return `${publication.upload_token}.${first}`
}

async function assemble(sandbox: Sandbox, publication: Readonly<Publication>): Promise<void> {
  const parts: Uint8Array[] = []
  for (let index = 0; index < publication.total_chunks; index++) {
    const name = partName(publication, index * publication.chunk_size)
    const part = await sandbox.media.get(name)
    if (part) parts.push(part)
    await sandbox.media.remove(name)
  }
  const media = await storeMedia(sandbox, 'upload', Buffer.concat(parts))
  sandbox.state.publications.update(publication.id, { media_ids: [media.id] })
  startProcessing(sandbox, publication.id)
}
