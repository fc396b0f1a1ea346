import { readFile } from 'node:fs/promises'
import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import { countUse } from '../../http/rate-limit.ts'
import type { Rendition, RenditionLimits } from '../../platforms/contract/publish.ts'
import type { LinkPreview } from '../../schemas/link-preview.ts'
import { type Inspected, inspect } from '../media/inspect/inspect.ts'
import { renderIncoming } from '../media/serve/rendition.ts'
import { fetchMedia } from '../media/upload/fetch.ts'
import { type IncomingFile, receiveFile, withIncomingDirectory } from '../media/upload/incoming.ts'
import { withIncomingSlot } from '../media/upload/incoming-slots.ts'
import { type PageSummary, summarizePage } from './page-summary.ts'

const { deadlineMs, pageBytesMax, imageBytesMax } = limits.linkPreview
const timeouts = { deadlineMs, idleMsMax: deadlineMs }

/**
 * Reads what a page says about itself, within twice `deadlineMs`. A page that cannot be read is an
 * outcome (`reachable: false`), whatever the reason. Throws 429 `rate_limited`.
 */
export async function previewLink(ctx: Context, scope: Scope, url: string): Promise<LinkPreview> {
  await countUse(ctx, 'link_preview', scope.actor.id)
  const slot = scope.profile?.id ?? scope.ownerId
  return await withIncomingSlot(ctx, slot, async () => {
    const page = await orNull(readPage(ctx, url))
    const image = page?.image ? await orNull(readPicture(ctx, slot, page.image)) : null
    return {
      object: 'link_preview',
      url,
      reachable: page !== null,
      title: page?.title ?? null,
      description: page?.description ?? null,
      site_name: page?.siteName ?? null,
      image,
    }
  })
}

/**
 * The picture of a page for a link card. A page or picture that cannot be read is an outcome (`null`), as
 * above.
 */
export async function readLinkImage(
  ctx: Context,
  profileId: string,
  url: string,
  limitsOfImage: RenditionLimits,
): Promise<Rendition | null> {
  const reading = withIncomingSlot(ctx, profileId, async () => {
    const page = await readPage(ctx, url)
    if (!page?.image) return null
    return await withPicture(ctx, profileId, page.image, async (file, { thumbnailPath }) =>
      thumbnailPath ? await renderIncoming(ctx, profileId, file, limitsOfImage) : null,
    )
  })
  return await orNull(reading)
}

async function readPage(ctx: Context, url: string): Promise<PageSummary | null> {
  const accept = 'text/html, application/xhtml+xml'
  return await fetchMedia(
    ctx,
    url,
    async (body, { headers }) => {
      const type = String(headers['content-type'] ?? '')
      if (!/^(text\/html|application\/xhtml\+xml)\b/i.test(type)) return null
      return summarizePage(decode(await readStart(body), type), new URL(url))
    },
    { ...timeouts, accept },
  )
}

/** The picture as a small WebP, made by the process that decodes uploads. */
async function readPicture(ctx: Context, slot: string, url: string): Promise<string | null> {
  return await withPicture(ctx, slot, url, async (_file, { thumbnailPath }) => {
    if (!thumbnailPath) return null
    return `data:image/webp;base64,${(await readFile(thumbnailPath)).toString('base64')}`
  })
}

/** Downloads a picture, checks that it is one, and removes it afterwards. */
async function withPicture<T>(
  ctx: Context,
  slot: string,
  url: string,
  use: (file: IncomingFile, inspected: Inspected) => Promise<T>,
): Promise<T> {
  return await withIncomingDirectory(ctx, async (directory) => {
    const file = await fetchMedia(ctx, url, (body) => receiveFile(body, directory, imageBytesMax), {
      ...timeouts,
      accept: 'image/*',
    })
    return await use(file, await inspect(ctx, slot, file, directory))
  })
}

async function readStart(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= pageBytesMax) break
  }
  return Buffer.concat(chunks).subarray(0, pageBytesMax)
}

/** Decodes by the charset of the header, else of the page's first `meta`, else as UTF-8. */
function decode(bytes: Buffer, contentType: string): string {
  const charset = /charset=["']?([\w-]+)/i
  const start = bytes.subarray(0, 1_024).toString('latin1')
  const [, label = 'utf-8'] = charset.exec(contentType) ?? charset.exec(start) ?? []
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** Every refusal of the fetch and of the decoder is a `ServiceError`; ours are not hidden. */
async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (err) {
    if (err instanceof ServiceError) return null
    throw err
  }
}
