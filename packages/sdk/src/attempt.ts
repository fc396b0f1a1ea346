import { PosternConnectionError, PosternError } from './errors.ts'
import type { ErrorBody } from './schema.gen.ts'
import type { Fetch } from './settings.ts'

export type Attempt = {
  fetch: Fetch
  url: string
  init: RequestInit
  timeoutMs: number
  signal: AbortSignal | undefined
}

/** Sends one request. Throws PosternError, PosternConnectionError or the signal's reason. */
export async function attempt({ fetch, url, init, timeoutMs, signal }: Attempt): Promise<unknown> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  let abort = (_reason: unknown) => {}
  const aborted = new Promise<never>((_, reject) => {
    abort = (reason) => {
      reject(reason)
      controller.abort(reason)
    }
  })
  const stop = () => abort(signal?.reason)
  const message = `No response within ${timeoutMs} ms. Retry or raise timeoutMs.`
  const timer = setTimeout(() => abort(new PosternConnectionError('timeout', message)), timeoutMs)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    // The race ends the wait even if a custom fetch ignores the signal.
    return await Promise.race([
      exchange(fetch, url, { ...init, signal: controller.signal }),
      aborted,
    ])
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    if (cause instanceof PosternError || cause instanceof PosternConnectionError) throw cause
    throw new PosternConnectionError('network', `The request to ${url} failed.`, cause)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

async function exchange(fetch: Fetch, url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, init)
  const text = await response.text()
  const contentType = response.headers.get('content-type') ?? ''
  if (response.ok && contentType.startsWith('text/csv')) return text
  const json = contentType.includes('json') ? parse(text) : undefined
  if (!response.ok) throw errorOf(response, json)
  if (json !== undefined) return json
  const message = `${url} returned ${response.status} without JSON. Check baseUrl.`
  throw new PosternConnectionError('answer', message)
}

/** The error in a response. A response that is not from Postern has the code unexpected_answer. */
export function errorOf(response: Response, json: unknown): PosternError {
  const error = (json as Partial<ErrorBody> | null | undefined)?.error
  const retryAfterSeconds = secondsOf(response.headers.get('retry-after'))
  if (error && typeof error === 'object' && typeof error.code === 'string') {
    return new PosternError(response.status, error, retryAfterSeconds)
  }
  const requestId = response.headers.get('x-request-id')
  const message = isRedirect(response)
    ? `The response was a redirect to ${locationOf(response)}. Correct baseUrl.`
    : `The response with status ${response.status} is not from Postern. Check baseUrl and proxies.`
  const code = 'unexpected_answer'
  return new PosternError(
    response.status,
    { code, message, ...(requestId ? { request_id: requestId } : {}) },
    retryAfterSeconds,
  )
}

/** Browsers hide the status and the location of a redirect. */
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400)
}

function locationOf({ headers }: Response): string {
  return headers.get('location') ?? 'another URL'
}

/** `Retry-After` in seconds, from a number or a date. */
function secondsOf(header: string | null): number | null {
  if (header === null) return null
  if (/^\d+$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1_000))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
