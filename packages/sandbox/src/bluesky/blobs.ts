import type { Context } from 'hono'
import { DAY_MS, HOUR_MS } from '../core/clock.ts'
import type { Env, Sandbox } from '../core/sandbox.ts'
import { storeMedia } from '../media/fetch.ts'
import { sniff } from '../media/sniff.ts'
import { type Caller, scopeMissing } from './caller.ts'
import { blobCid } from './encoding.ts'
import { XrpcError } from './errors.ts'
import { rateLimited } from './rate-limits.ts'
import { allowsBlob } from './scopes.ts'
import type { Pds } from './servers.ts'
import { settingsOf } from './settings.ts'
import { type Blob, blobs } from './store.ts'

/** bsky.social's limit, and the default of an own server (bluesky.md §3.3). */
const uploadBytesMax: Record<Pds, number> = { pds: 52_428_800, otherpds: 5_242_880 }
const UPLOADS_A_DAY = 1000
/** A file that no record uses is removed after this time. */
const SWEEP_MS = HOUR_MS

/** `com.atproto.repo.uploadBlob` (bluesky.md §3.3). */
export async function uploadBlob(
  context: Context<Env>,
  sandbox: Sandbox,
  pds: Pds,
  caller: Caller,
) {
  const header = context.req.header('content-type') ?? 'application/octet-stream'
  const type = header.split(';')[0]!
  if (!allowsBlob(caller.scopes, type)) throw scopeMissing(`blob:${type}`)
  const bytes = new Uint8Array(await context.req.arrayBuffer())
  const max = settingsOf(sandbox).bluesky_upload_bytes_max ?? uploadBytesMax[pds]
  if (bytes.byteLength > max) {
    throw new XrpcError(413, 'PayloadTooLarge', 'request entity too large')
  }
  const mime = sniff(bytes).content_type ?? type
  const did = caller.account.id
  if (!sandbox.rates.allow(`bluesky uploads ${did}`, UPLOADS_A_DAY, DAY_MS)) {
    throw rateLimited(sandbox, UPLOADS_A_DAY, DAY_MS)
  }
  const cid = blobCid(bytes)
  const id = `${did}/${cid}`
  const stored = blobs.get(sandbox, id)
  const media_id = stored?.media_id ?? (await storeMedia(sandbox, '', bytes)).id
  const size = bytes.byteLength
  const isReferenced = stored?.isReferenced ?? false
  const uploaded_at = sandbox.clock.ms()
  blobs.put(sandbox, { id, media_id, mime, size, uploaded_at, isReferenced })
  return { blob: { $type: 'blob', ref: { $link: cid }, mimeType: mime, size } }
}

type BlobRef = { ref: { $link: string }; mimeType: string; size: number }

/** All file references in a record. */
export function blobRefs(value: unknown): BlobRef[] {
  if (typeof value !== 'object' || value === null) return []
  if ('$type' in value && value.$type === 'blob') return [value as unknown as BlobRef]
  return Object.values(value).flatMap(blobRefs)
}

/** The stored files of a record. Throws XrpcError for one that is not as stored. */
export function findBlobs(sandbox: Sandbox, did: string, record: unknown): Readonly<Blob>[] {
  return blobRefs(record).map((ref) => findBlob(sandbox, did, ref))
}

function findBlob(sandbox: Sandbox, did: string, ref: BlobRef): Readonly<Blob> {
  const cid = ref.ref.$link
  const blob = blobs.get(sandbox, `${did}/${cid}`)
  const isSwept = blob && !blob.isReferenced && sandbox.clock.ms() - blob.uploaded_at >= SWEEP_MS
  if (!blob || isSwept) throw new XrpcError(400, 'BlobNotFound', `Could not find blob: ${cid}`)
  if (blob.mime !== ref.mimeType) {
    throw new XrpcError(
      400,
      'InvalidMimeType',
      `Referenced Mimetype does not match stored blob. Expected: ${blob.mime}, Got: ${ref.mimeType}`,
    )
  }
  if (blob.size !== ref.size) {
    throw new XrpcError(
      400,
      'InvalidSize',
      `Referenced Size does not match stored blob. Expected: ${blob.size}, Got: ${ref.size}`,
    )
  }
  return blob
}
