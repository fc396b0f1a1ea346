import type { Fetch } from '../src/settings.ts'

export type SentRequest = { method: string; url: string; headers: Headers; body: unknown }

/** The scripted result of a request. */
export type Step = Response | Error | 'hang' | (() => Response)

/** A fetch with scripted results, which records the requests. The last step repeats. */
export function scriptedFetch(...steps: Step[]): { fetch: Fetch; requests: SentRequest[] } {
  const requests: SentRequest[] = []
  const fetch: Fetch = async (url, init) => {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    requests.push({ method: init.method ?? 'GET', url, headers: new Headers(init.headers), body })
    const step = steps.length > 1 ? steps.shift() : steps[0]
    if (step === 'hang') return await new Promise<never>(() => {})
    if (step instanceof Error) throw step
    return typeof step === 'function' ? step() : step!.clone()
  }
  return { fetch, requests }
}

export function jsonResponse(body: unknown, status = 200, headers: Record<string, string> = {}) {
  return Response.json(body, { status, headers })
}

/** An error response of the API. */
export function failure(
  status: number,
  code: string,
  more: { retryable?: boolean; retryAfter?: string } = {},
): Response {
  const error = {
    type: 'test_error',
    code,
    message: `It is ${code}.`,
    param: 'name',
    details: [{ path: 'name', code: 'too_small', message: 'Too short.' }],
    platform: { value: 'threads', code: '190', message: 'No.' },
    retryable: more.retryable ?? false,
    doc_url: `http://localhost:4000/docs/errors#${code}`,
    request_id: 'req_1',
  }
  return jsonResponse({ error }, status, more.retryAfter ? { 'retry-after': more.retryAfter } : {})
}

export const emptyList = { object: 'list', data: [], has_more: false, next_cursor: null }
