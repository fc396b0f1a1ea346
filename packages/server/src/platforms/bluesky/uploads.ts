import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type { PostMedia, PublishInput, Rendition, RenditionLimits } from '../contract/publish.ts'
import type { BlueskyApi } from './api.ts'
import { cardImageLimits } from './limits.ts'
import type { Blob, UploadedMedia } from './record.ts'

const uploaded = z.object({ blob: z.record(z.string(), z.unknown()) })

/**
 * Uploads a file. The same bytes give the same blob, so that repeating it has no effect. A file that no
 * record names is deleted after a while (bluesky.md §3.3).
 */
export async function uploadFile(
  api: BlueskyApi,
  file: PostMedia,
  limits: RenditionLimits,
): Promise<Omit<UploadedMedia, 'media'>> {
  const body = file.type === 'image' ? await fitImage(file, limits) : original(file)
  const { blob } = await api.send('com.atproto.repo.uploadBlob', body, uploaded)
  return { blob, width: body.width, height: body.height }
}

/** The picture of a link card. A card without one is better than no post. */
export async function uploadCardImage(
  api: BlueskyApi,
  { readLinkImage }: PublishInput,
  url: string,
): Promise<Blob | null> {
  const image = (await readLinkImage?.(url, cardImageLimits)) ?? null
  if (!image) return null
  try {
    return (await api.send('com.atproto.repo.uploadBlob', bodyOf(image), uploaded)).blob
  } catch (err) {
    if (err instanceof PlatformError && err.kind === 'rejected') return null
    throw err
  }
}

/** The network neither turns nor shrinks images and publishes their metadata (bluesky.md §3.3). */
async function fitImage(file: PostMedia, limits: RenditionLimits) {
  if (!file.fit) throw new PlatformError('rejected', { reason: 'media_invalid' })
  return bodyOf(await file.fit(limits))
}

function bodyOf({ data, ...rendition }: Rendition) {
  const read = async (first: number, last: number) => data.subarray(first, last + 1)
  return { ...rendition, size: data.length, read }
}

function original({ mimeType, size, width, height, read }: PostMedia) {
  return { type: mimeType, size, width, height, read }
}
