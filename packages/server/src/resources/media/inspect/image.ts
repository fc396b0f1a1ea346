import { open } from 'node:fs/promises'
import { limits } from '../../../core/limits.ts'
import { decoderOptions, loadDecoder } from './decoder.ts'
import { invalidMedia, type MediaFacts } from './inspection.ts'

const { imagePixelsMax, thumbnailPx } = limits.media
/** What is before the image data: color profiles, texts, EXIF. */
const headBytesMax = 131_072
const pictureListTag = 0xb002
const viewType = 0x020000

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
  const frameCount = await countFrames(path, format, pages)
  return { width, height, durationMs: null, frameCount, frameRate: null, colorSpace: space }
}

/** The decoder does not count those of a PNG and a JPEG. */
async function countFrames(path: string, format: string | undefined, pages: number) {
  if (format === 'png') return countPngFrames(await readHead(path))
  return format === 'jpeg' ? countJpegPictures(await readHead(path)) : pages
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytesMax))
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The chunk of an animation stands before the image data. */
function countPngFrames(head: Buffer): number {
  const chunk = head.subarray(0, head.indexOf('IDAT')).indexOf('acTL')
  return chunk < 0 ? 1 : head.readUInt32BE(chunk + 4)
}

/**
 * More than 1 for a Multi-Picture Object (CIPA DC-007): views of the same scene, as 3D cameras make
 * them. The previews and gain maps of phones are in the same kind of list and do not count.
 */
function countJpegPictures(head: Buffer): number {
  const segment = head.indexOf('MPF\0')
  if (segment < 4 || head.readUInt16BE(segment - 4) !== 0xffe2) return 1
  const tiff = head.subarray(segment + 4, segment - 2 + head.readUInt16BE(segment - 2))
  try {
    const isLittle = tiff.toString('latin1', 0, 2) === 'II'
    const u16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
    const u32 = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
    const directory = u32(4)
    const tags = Array.from({ length: u16(directory) }, (_, index) => directory + 2 + index * 12)
    const list = tags.find((at) => u16(at) === pictureListTag)
    if (list === undefined) return 1
    const pictures = Array.from({ length: Math.min(u32(list + 4), tiff.length) / 16 }, (_, i) =>
      u32(u32(list + 8) + i * 16),
    )
    return Math.max(1, pictures.filter((attributes) => (attributes & 0xff0000) === viewType).length)
  } catch {
    return 1
  }
}
