import { limits } from '../../core/limits.ts'
import { decoderOptions, loadDecoder } from './decoder.ts'
import { invalidMedia, type MediaFacts } from './inspection.ts'

const { imagePixelsMax, thumbnailPx } = limits.media

/**
 * Returns the displayed dimensions (EXIF rotation applied) and writes a thumbnail. The thumbnail
 * needs every row of the first frame, so a truncated or damaged file fails. The pixel count is
 * checked in the header, before anything is decoded.
 */
export async function inspectImage(path: string, thumbnailPath: string): Promise<MediaFacts> {
  const sharp = await loadDecoder()
  const metadata = await sharp(path, { ...decoderOptions, limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw invalidMedia('The image cannot be read. Export it again.', cause)
    })
  const { width, height } = metadata.autoOrient
  if (width * height > imagePixelsMax) {
    throw invalidMedia(`The image has more than ${imagePixelsMax} pixels. Send a smaller one.`)
  }
  await sharp(path, decoderOptions)
    .autoOrient()
    .resize({ width: thumbnailPx, height: thumbnailPx, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toFile(thumbnailPath)
    .catch((cause: unknown) => {
      throw invalidMedia('The image is damaged or incomplete. Export it again.', cause)
    })
  return { width, height, durationMs: null }
}
