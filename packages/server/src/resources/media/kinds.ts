import { fileTypeFromBuffer } from 'file-type'
import { ServiceError } from '../../core/errors.ts'

export type MediaKind = { type: 'image' | 'video'; mimeType: string; extension: string }

/** How many bytes are needed to detect the type (file-type needs 4,100). */
export const headBytes = 4_100

const jpeg: MediaKind = { type: 'image', mimeType: 'image/jpeg', extension: 'jpg' }
const png: MediaKind = { type: 'image', mimeType: 'image/png', extension: 'png' }
const webp: MediaKind = { type: 'image', mimeType: 'image/webp', extension: 'webp' }
const gif: MediaKind = { type: 'image', mimeType: 'image/gif', extension: 'gif' }
const heic: MediaKind = { type: 'image', mimeType: 'image/heic', extension: 'heic' }
const heif: MediaKind = { type: 'image', mimeType: 'image/heif', extension: 'heif' }
const mp4: MediaKind = { type: 'video', mimeType: 'video/mp4', extension: 'mp4' }
const mov: MediaKind = { type: 'video', mimeType: 'video/quicktime', extension: 'mov' }
const webm: MediaKind = { type: 'video', mimeType: 'video/webm', extension: 'webm' }

/** MIME type of file-type → stored kind. An animated PNG counts as PNG, an M4V as MP4. */
const kinds = new Map<string, MediaKind>([
  ...[jpeg, png, webp, gif, heic, heif, mp4, mov, webm].map(
    (kind) => [kind.mimeType, kind] as const,
  ),
  ['image/apng', png],
  ['video/x-m4v', mp4],
])

/**
 * Detects the kind of a file from its first bytes only, never from its name or headers. Throws 415
 * `media_type_not_supported` for every other type, including SVG and HTML.
 */
export async function kindOf(head: Uint8Array): Promise<MediaKind> {
  if (head.length === 0)
    throw new ServiceError('media_invalid', { message: 'The file is empty. Choose another file.' })
  const detected = await fileTypeFromBuffer(head)
  const kind = kinds.get(detected?.mime ?? '')
  if (kind) return kind
  if (detected && /^image\/(hei|avif)/.test(detected.mime)) {
    const message = 'AVIF images and HEIC sequences are not supported. Convert the image to JPEG.'
    throw new ServiceError('media_type_not_supported', { message })
  }
  throw new ServiceError('media_type_not_supported')
}

/** The kind of a stored row. */
export function kindByMimeType(mimeType: string): MediaKind {
  const kind = kinds.get(mimeType)
  if (!kind) throw new Error(`unknown media type: ${mimeType}`)
  return kind
}
