import { redact } from './calls.ts'
import type { Clock } from './clock.ts'
import type { OutgoingRequest } from './content.ts'
import { token } from './ids.ts'
import type { State } from './state.ts'

const RESPONSE_TIMEOUT_MS = 5_000
const REQUESTS_MAX = 2_000
const CONCURRENT_MAX = 16
const RESPONSE_TEXT_MAX = 500
const MINUTE_MS = 60_000

/** Retry delays grow and end after about 36 h (instagram.md §6; 72 h in tiktok.md §6). */
const retryDelaysMs = [2_000, 10_000, 60_000, 10, 30, 120, 360, 720, 900].map((delay) =>
  delay >= 2_000 ? delay : delay * MINUTE_MS,
)

export type WebhookSender = {
  send(request: Pick<OutgoingRequest, 'platform' | 'what' | 'url' | 'headers' | 'body'>): void
  /** Sends all requests that are due, and resolves when none is in flight. */
  settle(): Promise<void>
  close(): void
}

/** Sends the platforms' webhooks and callbacks. A response other than 200 is retried. */
export function createWebhookSender(state: State, clock: Clock): WebhookSender {
  const inFlight = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const schedule = () => {
    clearTimeout(timer)
    // At the limit no timer is needed: the next request that ends calls `run`.
    if (closed || inFlight.size >= CONCURRENT_MAX) return
    let next = Number.POSITIVE_INFINITY
    for (const item of state.outgoing.values()) {
      if (item.next_at !== null && !inFlight.has(item.id)) next = Math.min(next, item.next_at)
    }
    if (next === Number.POSITIVE_INFINITY) return
    timer = setTimeout(run, Math.min(Math.max(0, next - clock.ms()), MINUTE_MS))
    timer.unref()
  }
  const run = () => {
    for (const item of state.outgoing.values()) {
      if (closed || item.next_at === null || item.next_at > clock.ms()) continue
      if (inFlight.has(item.id) || inFlight.size >= CONCURRENT_MAX) continue
      const attempt = deliver(state, clock, item).finally(() => {
        inFlight.delete(item.id)
        run()
      })
      inFlight.set(item.id, attempt)
    }
    schedule()
  }
  clock.onShift(run)
  return {
    send(request) {
      const id = token('out_', 9)
      const now = clock.ms()
      const unsent = {
        created_at: now,
        attempts: 0,
        next_at: now,
        last_status: 'waiting',
        last_answer: '',
      }
      state.outgoing.put({ id, ...request, ...unsent })
      removeOldest(state)
      run()
    },
    async settle() {
      run()
      while (inFlight.size > 0) await Promise.race(inFlight.values())
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

async function deliver(state: State, clock: Clock, item: Readonly<OutgoingRequest>): Promise<void> {
  const outcome = await post(item)
  if (!state.outgoing.get(item.id)) return
  const delay = outcome.ok ? undefined : retryDelaysMs[item.attempts]
  state.outgoing.update(item.id, {
    attempts: item.attempts + 1,
    last_status: outcome.status,
    last_answer: outcome.responseText,
    next_at: delay === undefined ? null : clock.ms() + delay,
  })
}

type SendOutcome = { ok: boolean; status: string; responseText: string }

async function post(item: Readonly<OutgoingRequest>): Promise<SendOutcome> {
  try {
    const response = await fetch(item.url, {
      method: 'POST',
      headers: item.headers,
      body: item.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    })
    const text = (await response.text()).slice(0, RESPONSE_TEXT_MAX)
    return { ok: response.status === 200, status: `HTTP ${response.status}`, responseText: text }
  } catch (error) {
    const reason = error instanceof Error ? (error.cause ?? error) : error
    return { ok: false, status: redact(String(reason)), responseText: '' }
  }
}

function removeOldest(state: State): void {
  for (const item of state.outgoing.values()) {
    if (state.outgoing.size <= REQUESTS_MAX) return
    state.outgoing.remove(item.id)
  }
}
