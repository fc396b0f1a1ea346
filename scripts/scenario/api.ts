// The package's own name leads to its build, which need not be there.
import { type Client, createClient, PosternError } from '../../packages/sdk/src/client.ts'
import { checkSame, StepFailed, say } from './report.ts'

/** The fields of an answer that are printed. */
const shownFields = [
  ...['id', 'name', 'external_id', 'profile_id', 'url', 'origin', 'brand_name', 'secret', 'status'],
  ...['status_reason', 'mime_type', 'width', 'attempt_count', 'platform_reply_id', 'hidden'],
  ...['reply_status', 'healthy', 'valid', 'missing_permission'],
]

let printedLast = ''

/** The API as applications call it: by the SDK. Every request and its answer are printed. */
export function openApi(url: string, key: string): Client {
  return createClient({
    baseUrl: url,
    apiKey: key,
    retries: 0,
    timeoutMs: 15_000,
    fetch: fetchAndPrint,
  })
}

async function fetchAndPrint(address: string, init: RequestInit): Promise<Response> {
  const response = await fetch(address, init)
  const body = (await response.clone().json()) as Record<string, unknown>
  const { pathname, search } = new URL(address)
  const profile = new Headers(init.headers).get('service-profile')
  const scope = profile ? `  Service-Profile: ${profile}` : ''
  const request = `${init.method?.padEnd(6)} ${pathname}${decodeURIComponent(search)}${scope}`
  const shown = shownFields.filter((name) => (body[name] ?? null) !== null)
  const fields = shown.map((name) => `${name}=${body[name]}`).join('  ')
  const text = `${request}  →  ${response.status}${fields ? `\n           ${fields}` : ''}`
  // While a step waits, the same answer comes many times.
  if (init.method !== 'GET' || text !== printedLast) say(text)
  printedLast = text
  return response
}

/** The request must fail with this status and code. */
export async function refused(
  status: number,
  code: string,
  request: Promise<unknown>,
): Promise<PosternError> {
  const err = await request.then(
    () => new StepFailed(`expected ${status} ${code}, but the request succeeded`),
    (reason: unknown) => reason,
  )
  if (!(err instanceof PosternError)) throw err
  checkSame([err.status, err.code], [status, code], `${code}: ${err.message}`)
  return err
}
