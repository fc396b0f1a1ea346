import { fileTypeFromBuffer } from 'file-type'
import { ServiceError } from '../../core/errors.ts'

export type MediaKind = { type: 'image' | 'video'; mimeType: string; extension: string }

/** How much of a file's beginning tells its type (file-type asks for 4,100 bytes). */
export const headBytes = 4_100

const jpeg: MediaKind = { type: 'image', mimeType: 'image/jpeg', extension: 'jpg' }
const png: MediaKind = { type: 'image', mimeType: 'image/png', extension: 'png' }
const webp: MediaKind = { type: 'image', mimeType: 'image/webp', extension: 'webp' }
const gif: MediaKind = { type: 'image', mimeType: 'image/gif', extension: 'gif' }
const mp4: MediaKind = { type: 'video', mimeType: 'video/mp4', extension: 'mp4' }
const mov: MediaKind = { type: 'video', mimeType: 'video/quicktime', extension: 'mov' }
const webm: MediaKind = { type: 'video', mimeType: 'video/webm', extension: 'webm' }

/** What file-type finds → what we keep. An animated PNG and an M4V are a PNG and an MP4 to all. */
const kinds = new Map<string, MediaKind>([
  ...[jpeg, png, webp, gif, mp4, mov, webm].map((kind) => [kind.mimeType, kind] as const),
  ['image/apng', png],
  ['video/x-m4v', mp4],
])

/**
 * The kind of a file by its first bytes alone; names and headers are not asked. 415
 * `media_type_not_supported` for everything that is not on the list, SVG and HTML among it.
 */
export async function kindOf(head: Uint8Array): Promise<MediaKind> {
  if (head.length === 0) throw new ServiceError('media_invalid', { message: 'The file is empty.' })
  const found = await fileTypeFromBuffer(head)
  const kind = kinds.get(found?.mime ?? '')
  if (kind) return kind
  if (found && /^image\/(hei|avif)/.test(found.mime)) {
    const message = 'HEIC and AVIF images are not supported: convert the image to JPEG first.'
    throw new ServiceError('media_type_not_supported', { message })
  }
  throw new ServiceError('media_type_not_supported')
}

/** The kind that a stored row has. */
export function kindByMimeType(mimeType: string): MediaKind {
  const kind = kinds.get(mimeType)
  if (!kind) throw new Error(`no such kind of media: ${mimeType}`)
  return kind
}
