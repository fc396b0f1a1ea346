import { limits } from '../../core/limits.ts'
import { damaged, type MediaFacts } from './inspection.ts'

const { imagePixelsMax, thumbnailPx } = limits.media

/** The readers of libvips that may see a stranger's file; all others stay shut. */
const readers = ['Jpeg', 'Png', 'Webp', 'Nsgif'].flatMap((name) => [
  `VipsForeignLoad${name}File`,
  `VipsForeignLoad${name}Buffer`,
])

let loading: ReturnType<typeof load> | null = null

/** sharp is loaded with the first image: 20 MB that videos do not need. */
async function load() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: readers })
  sharp.cache(false)
  // Each thread has buffers, so memory would grow with the cores of the machine.
  sharp.concurrency(1)
  return sharp
}

/**
 * The dimensions as a person sees the image (EXIF rotation applied) and a thumbnail for which every
 * row of its first frame was decoded, so a cut or damaged file shows. The size is judged by the
 * header, before anything is unpacked.
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
      throw damaged('The image cannot be read.', cause)
    })
  const { width, height } = metadata.autoOrient
  if (width * height > imagePixelsMax) {
    throw damaged(`The image has more than ${imagePixelsMax} pixels.`)
  }
  await sharp(path, options)
    .autoOrient()
    .resize({ width: thumbnailPx, height: thumbnailPx, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toFile(thumbnailPath)
    .catch((cause: unknown) => {
      throw damaged('The image is damaged or incomplete.', cause)
    })
  return { width, height, durationMs: null }
}
