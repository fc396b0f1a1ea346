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

/** One try: the parsed answer, or a PosternError, a PosternConnectionError or the signal's reason. */
export async function attempt({ fetch, url, init, timeoutMs, signal }: Attempt): Promise<unknown> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  let giveUp = (_reason: unknown) => {}
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = (reason) => {
      reject(reason)
      controller.abort(reason)
    }
  })
  const stop = () => giveUp(signal?.reason)
  const late = `No answer within ${timeoutMs} ms.`
  const timer = setTimeout(() => giveUp(new PosternConnectionError('timeout', late)), timeoutMs)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    // The race ends the wait even where a given fetch pays no heed to signals.
    return await Promise.race([
      exchange(fetch, url, { ...init, signal: controller.signal }),
      givenUp,
    ])
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    if (cause instanceof PosternError || cause instanceof PosternConnectionError) throw cause
    throw new PosternConnectionError('network', `${url} could not be reached.`, cause)
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
  if (!response.ok) throw failureOf(response, json)
  if (json !== undefined) return json
  const message = `${url} answered ${response.status} without JSON; is baseUrl right?`
  throw new PosternConnectionError('answer', message)
}

/** The error that an answer tells, or what is known of one that is not Postern's. */
export function failureOf(response: Response, json: unknown): PosternError {
  const error = (json as Partial<ErrorBody> | null | undefined)?.error
  const wait = secondsOf(response.headers.get('retry-after'))
  if (error && typeof error === 'object' && typeof error.code === 'string') {
    return new PosternError(response.status, error, wait)
  }
  const requestId = response.headers.get('x-request-id')
  const message = isRedirect(response)
    ? `The answer was a redirect to ${locationOf(response)}. Correct baseUrl.`
    : `The answer was ${response.status} and not one of Postern.`
  const code = 'unexpected_answer'
  return new PosternError(
    response.status,
    { code, message, ...(requestId ? { request_id: requestId } : {}) },
    wait,
  )
}

/** Browsers hide the status and the address of a redirect. */
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400)
}

function locationOf({ headers }: Response): string {
  return headers.get('location') ?? 'another address'
}

/** `Retry-After` in seconds, whether it is a number or a date. */
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
