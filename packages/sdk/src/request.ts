import { attempt } from './attempt.ts'
import { type Answer, addressOf, type Input, methodOf, type OperationId } from './operation.ts'
import { pause, retryDelayMs } from './retry.ts'
import {
  checkProfile,
  checkRetries,
  checkTimeout,
  type RequestOptions,
  type Settings,
} from './settings.ts'

/** A body that is not JSON, made anew for each try; `once` where it cannot be. */
export type RawBody = {
  contentType: string | null
  open: () => NonNullable<RequestInit['body']>
  once: boolean
}

const uploadTimeoutMsDefault = 3_600_000

/** Sends a request, again where that is safe, and gives the answer's body. */
export async function send<Id extends OperationId>(
  settings: Settings,
  id: Id,
  input: Input<Id> & { raw?: RawBody },
  options: RequestOptions = {},
): Promise<Answer<Id>> {
  checkTimeout(options.timeoutMs)
  checkRetries(options.retries)
  const method = methodOf(id)
  const { signal, fetch = settings.fetch } = options
  const url = `${settings.baseUrl}${addressOf(id, input.path, input.query)}`
  const headers = headersOf(settings, method, input, options)
  const usualMs = input.raw ? uploadTimeoutMsDefault : settings.timeoutMs
  const timeoutMs = options.timeoutMs ?? usualMs
  const retries = input.raw?.once ? 0 : (options.retries ?? settings.retries)
  for (let tries = 0; ; tries += 1) {
    try {
      const init = { method, headers, redirect: 'manual' as const, ...bodyOf(input) }
      return (await attempt({ fetch, url, init, timeoutMs, signal })) as Answer<Id>
    } catch (err) {
      const delayMs = tries < retries ? retryDelayMs(err, { id, method }, tries) : null
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

/** As `crypto.randomUUID`, which browsers have on secure pages only. */
export function randomUuid(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
