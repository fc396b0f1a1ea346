import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Handler } from 'hono'
import { accepts } from 'hono/accepts'
import { etag } from 'hono/etag'
import type { Vars } from './vars.ts'

type Encoding = 'br' | 'gzip' | 'identity'
type Document = { etag: string; bodies: Record<Encoding, Uint8Array<ArrayBuffer>> }

const notModified = etag()

/**
 * Serves a text that is the same for every caller. The first request builds and compresses it; later
 * ones get it from memory or as 304.
 */
export function serveDocument(
  contentType: string,
  write: () => string | Promise<string>,
  cacheControl = 'no-cache',
): Handler<{ Variables: Vars }> {
  let cached: Promise<Document> | undefined
  return async (call) => {
    cached ??= makeDocument(write)
    const document = await cached
    const encoding = accepts(call, {
      header: 'Accept-Encoding',
      supports: ['br', 'gzip'],
      default: 'identity',
    }) as Encoding
    await notModified(call, async () => {
      call.res = new Response(document.bodies[encoding], {
        headers: {
          'content-type': contentType,
          'cache-control': cacheControl,
          etag: document.etag,
          vary: 'accept-encoding',
          ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
        },
      })
    })
    return call.res
  }
}

async function makeDocument(write: () => string | Promise<string>): Promise<Document> {
  const text = Buffer.from(await write())
  // A weak ETag, because the text is served in several encodings.
  const tag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(text),
  ])
  return { etag: tag, bodies: { br, gzip: zipped, identity: text } }
}
