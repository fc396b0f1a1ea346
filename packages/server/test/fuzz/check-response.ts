import type { TestApp } from '../test-app.ts'
import { errorProblem, type Operation, responseProblem } from './document.ts'
import type { Fixture } from './fixture.ts'
import type { RequestDraft } from './requests.ts'

export type CheckedResponse = { status: number; code: string | null; body: unknown }

const answerMsMax = 10_000
const errorBytesMax = 32_768
const answerBytesMax = 4_194_304
const requestIdShape = /^[A-Za-z0-9._-]{1,128}$/

/** Sends the request in process; throws if the response breaks a rule of the API or its own declaration. */
export async function sendAndCheck(
  fixture: Fixture,
  operation: Operation,
  draft: RequestDraft,
): Promise<CheckedResponse> {
  const response = await send(fixture, operation, draft)
  const { text, isStream } = await readBody(response)
  const type = response.headers.get('content-type') ?? ''
  const isJson = type.startsWith('application/json')
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : text
  const { status } = response
  const say = (problem: string) =>
    new Error(
      `${draft.method} ${draft.path.slice(0, 200)} → ${status}: ${problem}\n${text.slice(0, 600)}`,
    )

  if (status >= 500 && !isPlatform(body)) throw say(lastFailure(fixture.testApp))
  if (!requestIdShape.test(response.headers.get('x-request-id') ?? '')) throw say('no X-Request-Id')
  const max = status >= 400 ? errorBytesMax : answerBytesMax
  if (Buffer.byteLength(text) > max) throw say(`the response is larger than ${max} bytes`)
  if (draft.method === 'HEAD') return { status, code: null, body }
  const code = codeOf(body)
  if (status === 401 && !response.headers.get('www-authenticate')) throw say('no WWW-Authenticate')
  if (status === 429 && !response.headers.get('retry-after')) throw say('no Retry-After')
  if (status === 405 && !response.headers.get('allow')) throw say('no Allow')
  // A request with another method or path than the operation's (e.g. `..`) is checked as an error only.
  const isOutside =
    draft.method !== operation.method ||
    !pattern(operation.path).test(new URL(urlOf(draft)).pathname)
  if (isOutside) {
    const problem = isJson && status >= 400 ? errorProblem(body) : null
    if (problem) throw say(problem)
    return { status, code, body }
  }
  const problem = isStream ? null : responseProblem(operation, status, type, body)
  if (problem) throw say(problem)
  const codes = operation.responses[status]!['x-codes']
  if (codes && !codes.includes(code ?? '')) throw say(`${code} is not declared for ${status}`)
  return { status, code, body }
}

async function send(
  fixture: Fixture,
  operation: Operation,
  draft: RequestDraft,
): Promise<Response> {
  const headers = new Headers({ ...credentialsOf(fixture, operation), ...draft.headers })
  const body = draft.raw ?? (draft.json === undefined ? undefined : JSON.stringify(draft.json))
  const isBodiless = draft.method === 'GET' || draft.method === 'HEAD'
  if (body !== undefined && !headers.has('content-type')) {
    headers.set('content-type', 'application/json')
  }
  const timer = Promise.withResolvers<never>()
  const handle = setTimeout(
    () => timer.reject(new Error(`no response: ${draft.path}`)),
    answerMsMax,
  )
  try {
    const init = {
      method: draft.method,
      headers,
      ...(isBodiless || body === undefined ? {} : { body }),
    }
    return await Promise.race([fixture.testApp.app.request(urlOf(draft), init), timer.promise])
  } finally {
    clearTimeout(handle)
  }
}

/** The dashboard's operations get `Sec-Fetch-Site` and a session cookie, all others an owner key. */
function credentialsOf(
  { testApp, signedIn }: Fixture,
  { access }: Operation,
): Record<string, string> {
  const page = { 'sec-fetch-site': 'same-origin' }
  if (access === 'public') return page
  if (access === 'member') return { ...page, cookie: signedIn.cookie }
  return { authorization: `Bearer ${testApp.ownerKey}` }
}

function urlOf({ path, query }: RequestDraft): string {
  const search = query.map((pair) => pair.map(encode).join('=')).join('&')
  return `http://localhost:4000${path}${search ? `?${search}` : ''}`
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

/** Encodes as a lenient client does: lone surrogates become U+FFFD. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** Reads the body, or only the first chunk of a stream, which does not end. */
async function readBody(response: Response): Promise<{ text: string; isStream: boolean }> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    return { text: await response.text(), isStream: false }
  }
  // The response to HEAD has no body.
  if (!response.body) return { text: '', isStream: true }
  const reader = response.body.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return { text: new TextDecoder().decode(value), isStream: true }
}

/** Errors of a platform, which are 502 and 504. */
function isPlatform(body: unknown): boolean {
  return ['platform_error', 'platform_timeout'].includes(codeOf(body) ?? '')
}

function codeOf(body: unknown): string | null {
  return (body as { error?: { code?: string } } | null)?.error?.code ?? null
}

function lastFailure(testApp: TestApp): string {
  return testApp.logLines.findLast((line) => line.includes('request.failed'))?.slice(0, 1_500) ?? ''
}
