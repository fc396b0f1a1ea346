import { open } from 'node:fs/promises'
import { limits } from '../../core/limits.ts'
import { decoderOptions, loadDecoder } from './decoder.ts'
import { invalidMedia, type MediaFacts } from './inspection.ts'

const { imagePixelsMax, thumbnailPx } = limits.media
/** The chunks before the image data: color profiles, texts, EXIF. */
const animationBytesMax = 65_536

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
  const { format, pages = 1, space = null } = metadata
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
  const frameCount = format === 'png' ? await countPngFrames(path) : pages
  return { width, height, durationMs: null, frameCount, frameRate: null, colorSpace: space }
}

/** The chunk of an animation stands before the image data; the decoder does not read it. */
async function countPngFrames(path: string): Promise<number> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(animationBytesMax))
    const head = buffer.subarray(0, bytesRead)
    const chunk = head.subarray(0, head.indexOf('IDAT')).indexOf('acTL')
    return chunk < 0 ? 1 : head.readUInt32BE(chunk + 4)
  } finally {
    await file.close()
  }
}
