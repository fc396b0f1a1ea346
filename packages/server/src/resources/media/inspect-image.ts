import { limits } from '../../core/limits.ts'
import { invalidMedia, type MediaFacts } from './inspection.ts'

const { imagePixelsMax, thumbnailPx } = limits.media

/** The libvips loaders allowed for untrusted files; all others are blocked. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif'].flatMap((name) => [
  `VipsForeignLoad${name}File`,
  `VipsForeignLoad${name}Buffer`,
])

let loading: ReturnType<typeof load> | null = null

/** Loads sharp with the first image; it takes 20 MB that videos do not need. */
async function load() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders })
  sharp.cache(false)
  // Each thread has its own buffers, so memory would grow with the number of cores.
  sharp.concurrency(1)
  return sharp
}

/**
 * Returns the displayed dimensions (EXIF rotation applied) and writes a thumbnail. The thumbnail
 * needs every row of the first frame, so a truncated or damaged file fails. The pixel count is
 * checked in the header, before anything is decoded.
 */
export async function inspectImage(path: string, thumbnailPath: string): Promise<MediaFacts> {
  loading ??= load()
  const sharp = await loading
  const options = {
    failOn: 'error',
    limitInputPixels: imagePixelsMax,
    sequentialRead: true,
  } as const
  const metadata = await sharp(path, { ...options, limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw invalidMedia('The image cannot be read. Export it again.', cause)
    })
  const { width, height } = metadata.autoOrient
  if (width * height > imagePixelsMax) {
    throw invalidMedia(`The image has more than ${imagePixelsMax} pixels. Send a smaller one.`)
  }
  await sharp(path, options)
    .autoOrient()
    .resize({ width: thumbnailPx, height: thumbnailPx, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toFile(thumbnailPath)
    .catch((cause: unknown) => {
      throw invalidMedia('The image is damaged or incomplete. Export it again.', cause)
    })
  return { width, height, durationMs: null }
}
