import { errorOf } from './attempt.ts'
import { PosternConnectionError, PosternError } from './errors.ts'
import { pause } from './retry.ts'
import { endpoints, type LiveChange } from './schema.gen.ts'
import type { Settings } from './settings.ts'

/** How a stream is going. */
export type StreamListener = {
  /** The stream is open. */
  onOpen?: (() => void) | undefined
  /** The stream was lost and reconnects after `retryMs`. */
  onLost?: ((error: unknown, retryMs: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/** After a reconnect (`onOpen`), fetch everything again: changes were missed. */
export type LiveListener = StreamListener & {
  /** The resources of these topics may have changed. Fetch them again. */
  onChange: (change: LiveChange) => void
}

/** A server-sent event. */
export type Message = { event: string; id: string | null; data: string }

const firstRetryMs = 1_000
const retryMsMax = 30_000
/** The server sends a heartbeat every 15 seconds, so a silent connection is dead. */
const silenceMsMax = 45_000

/**
 * Listens until the signal is aborted and reconnects when the stream is lost. Rejects with a
 * PosternError that a reconnect cannot fix, such as an expired session.
 */
export async function listen(settings: Settings, listener: LiveListener): Promise<void> {
  await keepReading(
    settings,
    () => endpoints.listenLive[1],
    listener,
    ({ event, data }) => {
      if (event === 'change') listener.onChange(JSON.parse(data) as LiveChange)
    },
  )
}

/** Reads the stream at `pathOf`, which is called for each connection, message by message. */
export async function keepReading(
  settings: Settings,
  pathOf: () => string,
  listener: StreamListener,
  onMessage: (message: Message) => void | Promise<void>,
): Promise<void> {
  const { signal } = listener
  for (let failures = 0; !signal?.aborted; ) {
    try {
      const onOpen = () => {
        failures = 0
        listener.onOpen?.()
      }
      await readStream(settings, pathOf(), signal, onOpen, onMessage)
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
  path: string,
  outerSignal: AbortSignal | undefined,
  onOpen: () => void,
  onMessage: (message: Message) => void | Promise<void>,
): Promise<void> {
  const silence = new AbortController()
  const signal = AbortSignal.any([silence.signal, ...(outerSignal ? [outerSignal] : [])])
  const reason = new PosternConnectionError('timeout', `No heartbeat for ${silenceMsMax} ms.`)
  let timer = setTimeout(() => silence.abort(reason), silenceMsMax)
  const isAlive = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(reason), silenceMsMax)
  }
  try {
    const response = await settings.fetch(`${settings.baseUrl}${path}`, {
      headers: headersOf(settings),
      redirect: 'manual',
      signal,
    })
    if (!response.ok) throw errorOf(response, await response.json().catch(() => undefined))
    if (!response.body) throw new PosternConnectionError('answer', 'The response has no body.')
    onOpen()
    for await (const message of messagesOf(response.body, signal, isAlive)) {
      // The server sends no heartbeat while the receiver does not read.
      clearTimeout(timer)
      await onMessage(message)
      isAlive()
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

async function* messagesOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  onBytes: () => void,
): AsyncGenerator<Message> {
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
        const fieldOf = (name: string) =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
        const data = fieldOf('data')
        if (data) yield { event: fieldOf('event') ?? 'message', id: fieldOf('id') ?? null, data }
      }
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await reader.cancel().catch(() => {})
  }
}
