import type { Config } from '../../core/config.ts'
import type { Media } from '../../schemas/media.ts'
import { kindByMimeType } from './kinds.ts'
import type { MediaRow } from './queries.ts'

export const thumbnailName = 'thumbnail.webp'

/** A media as the API returns it. */
export function showMedia(config: Config, row: MediaRow): Media {
  const jpeg = row.copies.find(({ name }) => name === jpegName(row.id))
  return {
    id: row.id,
    object: 'media',
    profile_id: row.profile_id,
    type: row.type,
    mime_type: row.mime_type,
    name: row.name,
    size: Number(row.size),
    width: row.width,
    height: row.height,
    duration_ms: row.duration_ms,
    alt_text: row.alt_text,
    tags: row.tags,
    is_used: row.is_used,
    status: row.status,
    error: row.error,
    url: mediaUrl(config, row, fileName(row)),
    thumbnail_url: row.thumbnail_key ? mediaUrl(config, row, thumbnailName) : null,
    jpeg_url: jpeg ? mediaUrl(config, row, jpeg.name) : null,
    checksum_sha256: row.checksum_sha256,
    created_at: row.created_at.toISOString(),
  }
}

/** The name of the JPEG copy that is made of a HEIC when it is uploaded. */
export function jpegName(id: string): string {
  return `${id}.jpg`
}

/** The served file name; never the uploader's. */
export function fileName(row: Pick<MediaRow, 'id' | 'mime_type'>): string {
  return `${row.id}.${kindByMimeType(row.mime_type).extension}`
}

/**
 * The public URL of a file. It contains 256 random bits and never changes, so that a platform can
 * fetch the file hours later.
 */
export function mediaUrl(
  config: Config,
  row: Pick<MediaRow, 'id' | 'secret'>,
  name: string,
): string {
  return `${config.publicUrl}/media/${row.id}.${row.secret.toString('base64url')}/${name}`
}
