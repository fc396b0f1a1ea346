import { writeFile } from 'node:fs/promises'
import type { Rendition, RenditionLimits } from '../../../platforms/contract/publish.ts'
import { decoderOptions, loadDecoder } from './decoder.ts'
import { invalidMedia } from './inspection.ts'

export type RenditionFacts = Omit<Rendition, 'data'>

type Sharp = Awaited<ReturnType<typeof loadDecoder>>

const qualities = [90, 80, 70, 60]
/** `null` stands for PNG. */
type Quality = number | null
/** How much smaller the sides become if the lowest quality is still too large. */
const sideFactor = 0.75

/**
 * Writes a copy of the image within the limits to `outputPath`: upright, without metadata, in sRGB. Of
 * an image that moves, the first frame.
 * The first that fits of PNG (if the original is one or has transparency, unless it must be a JPEG) and
 * JPEG in falling quality, then the same with smaller sides. Each try decodes the file again, row by row.
 */
export async function renderImage(
  path: string,
  outputPath: string,
  limits: RenditionLimits,
): Promise<RenditionFacts> {
  const sharp = await loadDecoder()
  const { format, hasAlpha, autoOrient } = await sharp(path, decoderOptions).metadata()
  const { bytesMax } = limits
  const longSide = longSideWithin(limits, autoOrient)
  const png: Quality[] = !limits.isJpeg && (format === 'png' || hasAlpha) ? [null] : []
  for (let side = longSide, first = true; side >= 1; side = Math.floor(side * sideFactor)) {
    for (const quality of first ? [...png, ...qualities] : qualities) {
      const { data, info } = await encode(sharp, path, side, quality).catch((cause: unknown) => {
        throw invalidMedia('The image is damaged or incomplete. Export it again.', cause)
      })
      if (data.length > bytesMax) continue
      await writeFile(outputPath, data, { mode: 0o600 })
      const type = quality === null ? 'image/png' : 'image/jpeg'
      return { type, width: info.width, height: info.height }
    }
    first = false
  }
  throw invalidMedia(`The image cannot be stored in ${bytesMax} bytes. Send another one.`)
}

/** The longest side that keeps both sides within the limits. */
function longSideWithin(
  { sideMax, shortSideMax = Infinity }: RenditionLimits,
  { width, height }: { width: number; height: number },
): number {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return Math.max(1, Math.min(long, sideMax, Math.floor((shortSideMax * long) / short)))
}

/** A JPEG gets a white background. */
function encode(sharp: Sharp, path: string, side: number, quality: Quality) {
  const image = sharp(path, decoderOptions)
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
  return (
    quality === null ? image.png() : image.flatten({ background: 'white' }).jpeg({ quality })
  ).toBuffer({ resolveWithObject: true })
}
