import { attempt } from './attempt.ts'
import { type Input, methodOf, type OperationId, pathOf, type ResponseBody } from './operation.ts'
import { pause, retryDelayMs } from './retry.ts'
import {
  checkProfile,
  checkRetries,
  checkTimeout,
  type RequestOptions,
  type Settings,
} from './settings.ts'

/** A body that is not JSON. `open` creates it for each attempt; a body with `once` has one attempt. */
export type RawBody = {
  contentType: string | null
  open: () => NonNullable<RequestInit['body']>
  once: boolean
}

const uploadTimeoutMsDefault = 3_600_000

/** Sends a request, with retries where they are safe, and returns the response body. */
export async function send<Id extends OperationId>(
  settings: Settings,
  id: Id,
  input: Input<Id> & { raw?: RawBody },
  options: RequestOptions = {},
): Promise<ResponseBody<Id>> {
  checkTimeout(options.timeoutMs)
  checkRetries(options.retries)
  const method = methodOf(id)
  const { signal, fetch = settings.fetch } = options
  const url = `${settings.baseUrl}${pathOf(id, input.path, input.query)}`
  const headers = headersOf(settings, method, input, options)
  const defaultMs = input.raw ? uploadTimeoutMsDefault : settings.timeoutMs
  const timeoutMs = options.timeoutMs ?? defaultMs
  const retries = input.raw?.once ? 0 : (options.retries ?? settings.retries)
  for (let retry = 0; ; retry += 1) {
    try {
      const init = { method, headers, redirect: 'manual' as const, ...bodyOf(input) }
      return (await attempt({ fetch, url, init, timeoutMs, signal })) as ResponseBody<Id>
    } catch (err) {
      const delayMs = retry < retries ? retryDelayMs(err, { id, method }, retry) : null
      if (delayMs === null) throw err
      await pause(delayMs, signal)
    }
  }
}

function headersOf(
  settings: Settings,
  method: string,
  input: { body?: unknown; raw?: RawBody },
  options: RequestOptions,
): Record<string, string> {
  const profile = options.profile === undefined ? settings.profile : options.profile
  const contentType = input.raw ? input.raw.contentType : input.body ? 'application/json' : null
  const key = method === 'POST' ? (options.idempotencyKey ?? randomUuid()) : null
  return {
    accept: 'application/json, text/csv;q=0.5',
    ...settings.headers,
    ...(settings.apiKey === null ? {} : { authorization: `Bearer ${settings.apiKey}` }),
    ...(profile === null ? {} : { 'service-profile': checkProfile(profile) }),
    ...(contentType === null ? {} : { 'content-type': contentType }),
    ...(key === null ? {} : { 'idempotency-key': key }),
  }
}

function bodyOf(input: { body?: unknown; raw?: RawBody }): RequestInit & { duplex?: 'half' } {
  if (input.raw) return { body: input.raw.open(), ...(input.raw.once ? { duplex: 'half' } : {}) }
  return input.body === undefined ? {} : { body: JSON.stringify(input.body) }
}

/** Like `crypto.randomUUID`, which browsers provide on https pages only. */
export function randomUuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
