import { randomUUID } from 'node:crypto'
import type { Platform } from './records.ts'

const CALLS_MAX = 1_000
const secrets =
  'access_token|input_token|fb_exchange_token|client_secret|code_verifier|upload_token|refresh_token|client_assertion|token'
const secretParams = new RegExp(`((?:^|[?&])(?:code|${secrets})=)[^&"\\s]*`, 'g')
// In JSON, `code` is the code of an error.
const secretMembers = new RegExp(`("(?:${secrets})"\\s*:\\s*)"[^"]*"`, 'g')

export type Call = {
  id: string
  at: string
  platform: Platform
  name: string
  method: string
  path: string
  status: number | 'none'
  fault: string | null
  /** The bodies as `bodyText` returns them. */
  request: string
  response: string
}

export type CallLog = {
  add(call: Omit<Call, 'id'>): void
  list(): Call[]
  /** Calls since the log was cleared, including those that have been dropped from the list. */
  total(): number
  clear(): void
}

/** Keeps the last 1,000 API calls, newest first, with tokens and secrets removed from the URLs. */
export function createCallLog(): CallLog {
  const calls: Call[] = []
  let total = 0
  return {
    add(call) {
      total += 1
      calls.unshift({ id: randomUUID(), ...call, path: redact(call.path) })
      if (calls.length > CALLS_MAX) calls.length = CALLS_MAX
    },
    list: () => calls,
    total: () => total,
    clear: () => {
      calls.length = 0
      total = 0
    },
  }
}

/** A URL, or the text of a form or JSON body, without the values of tokens and secrets. */
export function redact(text: string): string {
  return text.replace(secretParams, '$1…').replace(secretMembers, '$1"…"')
}

const BODY_CHARS_MAX = 4_000
const BODY_BYTES_READ_MAX = 100_000

/**
 * A body for the call log: the first 4,000 characters of a text, without tokens and secrets, otherwise
 * its type and size; '' without a body.
 */
export async function bodyText(message: Request | Response): Promise<string> {
  const [type = ''] = (message.headers.get('content-type') ?? '').split(';')
  const size = Number(message.headers.get('content-length') ?? 0)
  const isText = /^text\/|json|x-www-form-urlencoded/.test(type)
  // Otherwise not touched: a request that is refused because of its size is not read to its end.
  if (!isText || size > BODY_BYTES_READ_MAX) return size > 0 ? `${type}, ${size} bytes` : type
  return redact(await message.clone().text()).slice(0, BODY_CHARS_MAX)
}
