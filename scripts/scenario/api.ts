// Import the source, because the package name resolves to a build that may not exist.
import { type Client, createClient, PosternError } from '../../packages/sdk/src/client.ts'
import { print, StepFailed, verifyEqual } from './report.ts'

/** The fields of a response that are printed. */
const printedFields = [
  ...['id', 'name', 'external_id', 'profile_id', 'url', 'origin', 'brand_name', 'secret', 'status'],
  ...['status_reason', 'mime_type', 'width', 'attempt_count', 'platform_reply_id', 'hidden'],
  ...['reply_status', 'healthy', 'valid', 'missing_permission'],
]

let lastPrinted = ''

/** An SDK client that prints every request and response. */
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
  const names = printedFields.filter((name) => (body[name] ?? null) !== null)
  const fields = names.map((name) => `${name}=${body[name]}`).join('  ')
  const text = `${request}  →  ${response.status}${fields ? `\n           ${fields}` : ''}`
  // Print repeated responses of a waiting step once.
  if (init.method !== 'GET' || text !== lastPrinted) print(text)
  lastPrinted = text
  return response
}

/** Fails the step unless the request fails with this status and code. Returns the error. */
export async function expectError(
  status: number,
  code: string,
  request: Promise<unknown>,
): Promise<PosternError> {
  const err = await request.then(
    () => new StepFailed(`expected ${status} ${code}, but the request succeeded`),
    (reason: unknown) => reason,
  )
  if (!(err instanceof PosternError)) throw err
  verifyEqual([err.status, err.code], [status, code], `${code}: ${err.message}`)
  return err
}
