import { errorOf } from './attempt.ts'
import { PosternConnectionError, PosternError } from './errors.ts'
import { pause } from './retry.ts'
import { endpoints, type LiveChange } from './schema.gen.ts'
import type { Settings } from './settings.ts'

export type LiveListener = {
  /** The resources of these topics may have changed. Fetch them again. */
  onChange: (change: LiveChange) => void
  /** The stream is open. After a reconnect, fetch everything again: changes were missed. */
  onOpen?: (() => void) | undefined
  /** The stream was lost and reconnects after `retryMs`. */
  onLost?: ((error: unknown, retryMs: number) => void) | undefined
  signal?: AbortSignal | undefined
}

const firstRetryMs = 1_000
const retryMsMax = 30_000
/** The server sends a heartbeat every 15 seconds, so a silent connection is dead. */
const silenceMsMax = 45_000

/**
 * Listens until the signal is aborted and reconnects when the stream is lost. Rejects with a
 * PosternError that a reconnect cannot fix, such as an expired session.
 */
export async function listen(settings: Settings, listener: LiveListener): Promise<void> {
  const { signal } = listener
  for (let failures = 0; !signal?.aborted; ) {
    try {
      await readStream(settings, listener, () => {
        failures = 0
        listener.onOpen?.()
      })
    } catch (err) {
      if (signal?.aborted) return
      if (err instanceof PosternError && err.status < 500 && err.status !== 429) throw err
      const waitMs = Math.min(firstRetryMs * 2 ** failures, retryMsMax)
      const retryMs = waitMs * (0.5 + Math.random() / 2)
      failures += 1
      listener.onLost?.(err, retryMs)
      await pause(retryMs, signal).catch(() => {})
    }
  }
}

async function readStream(
  settings: Settings,
  listener: LiveListener,
  onOpen: () => void,
): Promise<void> {
  const silence = new AbortController()
  const signal = AbortSignal.any([silence.signal, ...(listener.signal ? [listener.signal] : [])])
  const reason = new PosternConnectionError('timeout', `No heartbeat for ${silenceMsMax} ms.`)
  let timer = setTimeout(() => silence.abort(reason), silenceMsMax)
  const isAlive = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(reason), silenceMsMax)
  }
  try {
    const response = await settings.fetch(`${settings.baseUrl}${endpoints.listenLive[1]}`, {
      headers: headersOf(settings),
      redirect: 'manual',
      signal,
    })
    if (!response.ok) throw errorOf(response, await response.json().catch(() => undefined))
    if (!response.body) throw new PosternConnectionError('answer', 'The response has no body.')
    onOpen()
    for await (const data of eventsOf(response.body, signal, isAlive)) {
      listener.onChange(JSON.parse(data) as LiveChange)
    }
  } finally {
    clearTimeout(timer)
  }
  throw new PosternConnectionError('network', 'The stream ended.')
}

function headersOf({ apiKey, profile, headers }: Settings): Record<string, string> {
  return {
    accept: 'text/event-stream',
    ...headers,
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
    ...(profile === null ? {} : { 'service-profile': profile }),
  }
}

/** The data of each `change` event. */
async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onBytes: () => void,
): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  // Ends the wait even if a custom fetch ignores the signal.
  const stop = () => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  try {
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return
      onBytes()
      text += decoder.decode(value, { stream: true })
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const lines = text.slice(0, end).split('\n')
        text = text.slice(end + 2)
        const data = lines.find((line) => line.startsWith('data: '))
        if (lines.includes('event: change') && data) yield data.slice('data: '.length)
      }
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await reader.cancel().catch(() => {})
  }
}
