import type { Readable } from 'node:stream'
import type { Context } from '../../../context.ts'
import { isId } from '../../../core/ids.ts'
import { equalsSecret } from '../../../security/secrets.ts'
import type { ByteRange } from '../../../storage/file-store.ts'
import { storeOf } from '../../../storage/store.ts'
import { findServedMedia, type MediaRow } from '../queries.ts'
import { fileName, thumbnailName } from '../show.ts'

export type ServedFile = {
  key: string
  name: string
  mimeType: string
  /** `null` for a thumbnail, which is always served in full. */
  size: number | null
  etag: string
}

/** The file of a public URL; `null` if any part of the URL is wrong or the profile was deleted. */
export async function findServedFile(
  ctx: Context,
  token: string,
  name: string,
): Promise<ServedFile | null> {
  const [id = '', secret = ''] = token.split('.', 2)
  const row = isId('media', id) ? await findServedMedia(ctx.db.query, id) : undefined
  if (!row || !equalsSecret(secret, row.secret.toString('base64url'))) return null
  return servedFileOf(row, name)
}

/** The file of a media with this name; `null` if it has none. */
export function servedFileOf(row: MediaRow, name: string): ServedFile | null {
  if (name === thumbnailName && row.thumbnail_key) {
    const etag = `"${row.checksum_sha256}-thumbnail"`
    return { key: row.thumbnail_key, name, mimeType: 'image/webp', size: null, etag }
  }
  const copy = row.copies.find((each) => each.name === name)
  if (copy) {
    const etag = `"${row.checksum_sha256}-${copy.size}"`
    return { key: copy.storage_key, name, mimeType: 'image/jpeg', size: copy.size, etag }
  }
  if (name !== fileName(row)) return null
  const etag = `"${row.checksum_sha256}"`
  return { key: row.storage_key, name, mimeType: row.mime_type, size: Number(row.size), etag }
}

/** The bytes of a file as a stream; `null`, with a log entry, if the store does not have it. */
export async function openServedFile(
  ctx: Context,
  file: ServedFile,
  range: ByteRange | null,
): Promise<Readable | null> {
  const stream = await storeOf(ctx).open(file.key, range)
  if (!stream) ctx.log.error({ storage_key: file.key }, 'media.file_missing')
  return stream
}
