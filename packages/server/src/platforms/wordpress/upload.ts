import { PlatformError } from '../contract/errors.ts'
import type { PostMedia } from '../contract/publish.ts'
import { uploadDeadlineMs } from '../wire/upload-deadline.ts'
import type { SiteApi, SiteMedia } from './api.ts'

/** Sends a file into the media library of the site (wordpress.md §3.1). */
export async function uploadFile(api: SiteApi, media: PostMedia): Promise<SiteMedia> {
  const { id, mimeType, size, read } = media
  const name = `${id.replace(/[^\w-]/g, '-')}.${mimeType.split('/')[1]}`
  try {
    return await api.upload({
      headers: { 'content-disposition': `attachment; filename="${name}"` },
      stream: { type: mimeType, size, read: (first, last) => read(first, last) },
      deadlineMs: uploadDeadlineMs(size),
    })
  } catch (err) {
    throw refusedFile(err)
  }
}

/** A refusal is about the file: its type, or its size, which only a 413 tells. */
function refusedFile(err: unknown): unknown {
  if (!(err instanceof PlatformError) || err.kind !== 'rejected') return err
  const { platformCode } = err
  const isTooLarge = platformCode === 'http_413'
  const platformMessage = isTooLarge ? 'The file is too large for this site.' : err.platformMessage
  const detail = { platformCode, platformMessage, reason: 'media_invalid', cause: err }
  return new PlatformError('rejected', detail)
}
