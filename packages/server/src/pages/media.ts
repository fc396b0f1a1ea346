import { Readable } from 'node:stream'
import { Hono } from 'hono'
import type { Context } from '../context.ts'
import type { Vars } from '../http/vars.ts'
import { parseRange } from '../resources/media/serve/range.ts'
import { findServedFile, openServedFile, type ServedFile } from '../resources/media/serve/serve.ts'
import { fileHeaders, missingFile } from './file-headers.ts'
import type { PageCall } from './page.ts'

/**
 * Streams media files at their secret URLs, for platforms and browsers. An uploaded file cannot run
 * anything: we set its content type, and its content policy is a sandbox.
 */
export function mediaFiles(ctx: Context): Hono<{ Variables: Vars }> {
  const app = new Hono<{ Variables: Vars }>()
  app.get('/media/:token/:name', async (call) => {
    const file = await findServedFile(ctx, call.req.param('token'), call.req.param('name'))
    return file ? await answerFile(ctx, call, file) : missingFile()
  })
  return app
}

/** Answers with the file or the requested part of it. */
export async function answerFile(
  ctx: Context,
  call: PageCall,
  file: ServedFile,
): Promise<Response> {
  const headers = headersOf(file)
  if (matches(call.req.header('if-none-match'), file.etag)) {
    return new Response(null, { status: 304, headers })
  }
  const range = rangeOf(call, file)
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${file.size}`)
    return new Response(null, { status: 416, headers })
  }
  headers.set('content-type', file.mimeType)
  if (range) {
    headers.set('content-range', `bytes ${range.first}-${range.last}/${file.size}`)
    headers.set('content-length', String(range.last - range.first + 1))
  } else if (file.size !== null) {
    headers.set('content-length', String(file.size))
  }
  const status = range ? 206 : 200
  if (call.req.method === 'HEAD') return new Response(null, { status, headers })
  const stream = await openServedFile(ctx, file, range)
  if (!stream) return missingFile()
  return new Response(Readable.toWeb(stream) as ReadableStream, { status, headers })
}

function headersOf(file: ServedFile): Headers {
  return new Headers({
    ...fileHeaders,
    etag: file.etag,
    'accept-ranges': file.size === null ? 'none' : 'bytes',
    'content-disposition': `inline; filename="${file.name}"`,
  })
}

/** The requested range, if If-Range still matches the file. */
function rangeOf(call: PageCall, file: ServedFile) {
  const condition = call.req.header('if-range')
  if (file.size === null || (condition !== undefined && condition !== file.etag)) return null
  return parseRange(call.req.header('range'), file.size)
}

function matches(header: string | undefined, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
