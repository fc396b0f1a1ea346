import { ServiceError } from '../core/errors.ts'
import { limits } from '../core/limits.ts'

/** The media type of a Content-Type header, without its parameters. */
export function mimeTypeOf(header: string | undefined): string | undefined {
  return header?.split(';')[0]?.trim().toLowerCase()
}

/** Reads at most `max` bytes, regardless of Content-Length. Throws 413 for a longer body. */
export async function readBytes(request: Request, max: number): Promise<Buffer<ArrayBuffer>> {
  requireSize({ length: Number(request.headers.get('content-length') ?? 0) }, max)
  const chunks: Uint8Array[] = []
  let size = 0
  const deadlineMs = limits.request.timeoutMs
  for await (const chunk of bodyChunks(request, { deadlineMs, idleMsMax: deadlineMs })) {
    size += chunk.length
    requireSize({ length: size }, max)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Throws 413 `payload_too_large`. */
export function requireSize({ length }: { length: number }, max: number): void {
  if (length <= max) return
  throw new ServiceError('payload_too_large', {
    message: `The body is larger than ${max} bytes, the limit of this endpoint. Send less.`,
  })
}

/**
 * Yields the body as it arrives. Throws 408 `request_timeout` when the deadline passes or no data
 * arrives for `idleMsMax`, and 400 when the client disconnects early.
 */
export async function* bodyChunks(
  request: Request,
  { deadlineMs, idleMsMax }: { deadlineMs: number; idleMsMax: number },
): AsyncGenerator<Uint8Array> {
  if (!request.body) return
  const reader = request.body.getReader()
  let isLate = false
  const giveUp = () => {
    isLate = true
    // This also ends a pending read.
    void reader.cancel().catch(() => {})
  }
  const deadline = setTimeout(giveUp, deadlineMs)
  try {
    while (true) {
      const idle = setTimeout(giveUp, idleMsMax)
      const { done, value } = await reader.read().finally(() => clearTimeout(idle))
      if (isLate) throw new ServiceError('request_timeout')
      if (done) return
      yield value
    }
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause
    const message = 'The connection ended before the body was complete. Send the request again.'
    throw new ServiceError('validation_failed', { message, cause })
  } finally {
    clearTimeout(deadline)
    reader.releaseLock()
  }
}
