import { StepFailed, say } from './report.ts'
import type { Media } from './wire.ts'

export type Reply<Body> = { status: number; body: Body; headers: Headers }

export type CallOptions = {
  body?: unknown
  /** Sent as multipart/form-data instead of JSON. */
  form?: FormData
  /** The Service-Profile header: an id or an external_id. */
  profile?: string
  /** The statuses that hold; any other fails the step. */
  expect: number | number[]
  /** Which fields of the answer are printed. */
  show?: string[]
}

export type Api = {
  url: string
  call<Body>(method: string, path: string, options: CallOptions): Promise<Reply<Body>>
}

/** The API as its callers have it: one key, JSON over HTTP, and every call printed. */
export function openApi(url: string, key: string): Api {
  return {
    url,
    call: async <Body>(method: string, path: string, options: CallOptions) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(options.profile ? { 'service-profile': options.profile } : {}),
        },
        ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
        ...(options.form ? { body: options.form } : {}),
        signal: AbortSignal.timeout(15_000),
      })
      const text = await response.text()
      const body = (text ? JSON.parse(text) : null) as Body
      const profile = options.profile ? `  Service-Profile: ${options.profile}` : ''
      say(`${method.padEnd(6)} ${path}${profile}  →  ${response.status}`)
      if (![options.expect].flat().includes(response.status)) {
        throw new StepFailed(`expected ${[options.expect].flat().join(' or ')}, came: ${text}`)
      }
      const shown = (options.show ?? []).map((field) => `${field}=${show(pick(body, field))}`)
      if (shown.length > 0) say(`       ${shown.join('  ')}`)
      return { status: response.status, body, headers: response.headers }
    },
  }
}

/** A multipart upload, under a name that says nothing. */
export async function uploadImage(
  api: Api,
  profile: string,
  bytes: Buffer,
  { show = [] }: Pick<CallOptions, 'show'> = {},
): Promise<Media> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), 'upload.bin')
  return (await api.call<Media>('POST', '/v1/media', { form, profile, expect: 201, show })).body
}

/** `account.username` or `data.0.id` of a parsed body. */
function pick(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], body)
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'absent')
}
