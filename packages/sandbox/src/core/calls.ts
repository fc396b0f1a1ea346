import type { Platform } from './records.ts'

const CALLS_MAX = 200
const SECRET_PARAMS =
  /([?&](?:access_token|input_token|fb_exchange_token|client_secret|code|upload_token|refresh_token)=)[^&]*/g

export type Call = {
  /** Counts up from 1 since the log was cleared. */
  id: number
  at: string
  platform: Platform
  name: string
  method: string
  path: string
  status: number | 'none'
  fault: string | null
  /** The first 500 characters of an error response; null for a success and without a response. */
  error: string | null
}

export type CallLog = {
  add(call: Omit<Call, 'id'>): void
  list(): Call[]
  /** Calls since the log was cleared, including those that have been dropped from the list. */
  total(): number
  clear(): void
}

/** Keeps the last 200 API calls, newest first, with tokens and secrets removed from the URLs. */
export function createCallLog(): CallLog {
  const calls: Call[] = []
  let total = 0
  return {
    add(call) {
      total += 1
      calls.unshift({ id: total, ...call, path: redact(call.path) })
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

export function redact(path: string): string {
  return path.replace(SECRET_PARAMS, '$1…')
}
