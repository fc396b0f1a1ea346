import { limits } from '../../../core/limits.ts'

/** The libvips loaders allowed for untrusted files; all others are blocked. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif'].flatMap((name) => [
  `VipsForeignLoad${name}File`,
  `VipsForeignLoad${name}Buffer`,
])

/** Options for every image: a damaged file fails, rows are decoded in order. */
export const decoderOptions = {
  failOn: 'error',
  limitInputPixels: limits.media.imagePixelsMax,
  sequentialRead: true,
} as const

let loading: ReturnType<typeof load> | null = null

/** Loads sharp with the first image; it takes 20 MB that videos do not need. */
export async function loadDecoder(): ReturnType<typeof load> {
  loading ??= load()
  return await loading
}

async function load() {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders })
  sharp.cache(false)
  // Each thread has its own buffers, so memory would grow with the number of cores.
  sharp.concurrency(1)
  return sharp
}
