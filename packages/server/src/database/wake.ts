import pg from 'pg'

/** What can be waited for: each name is a kind of work that may have become due. */
export type WakeChannel = 'deliveries' | 'work'

/**
 * Tells loops, in this process and in others, that work was committed. Notices are debounced and
 * sent after the commit on a connection of their own: a NOTIFY inside every transaction halves the
 * publish rate, as all commits then take turns. A lost notice costs only the wait until the next poll.
 */
export type Wake = {
  notify(channel: WakeChannel): void
  listen(channel: WakeChannel, listener: () => void): () => void
  close(): Promise<void>
}

const debounceMs = 5
const reconnectMs = 1_000

/** A Wake that reaches other processes through PostgreSQL once `connect` is given. */
export function createWake(options: {
  send: (channels: WakeChannel[]) => Promise<void>
  connection: pg.ClientConfig | null
  /** What else is heard on the connection that waits for notices. */
  also: { channel: string; tell: (payload: string) => void }
  onError: (err: unknown) => void
}): Wake {
  const listeners = new Map<WakeChannel, Set<() => void>>()
  const pending = new Set<WakeChannel>()
  let timer: NodeJS.Timeout | null = null
  let closed = false
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | null = null

  const tell = (channel: WakeChannel) => {
    for (const listener of listeners.get(channel) ?? []) listener()
  }
  const flush = () => {
    timer = null
    const channels = [...pending]
    pending.clear()
    options.send(channels).catch(options.onError)
  }
  const connect = async () => {
    if (closed || !options.connection) return
    const fresh = new pg.Client(options.connection)
    fresh.on('error', (err) => {
      options.onError(err)
      void fresh.end().catch(() => {})
      client = null
      if (!closed) retry = setTimeout(() => void connect(), reconnectMs)
    })
    fresh.on('notification', ({ channel, payload = '' }) => {
      if (channel === options.also.channel) options.also.tell(payload)
      else tell(payload as WakeChannel)
    })
    try {
      await fresh.connect()
      await fresh.query(`listen postern_wake; listen ${options.also.channel}`)
      client = fresh
      if (closed) await fresh.end()
    } catch (err) {
      options.onError(err)
      if (!closed) retry = setTimeout(() => void connect(), reconnectMs)
    }
  }
  void connect()

  return {
    notify: (channel) => {
      if (closed) return
      queueMicrotask(() => tell(channel))
      pending.add(channel)
      timer ??= setTimeout(flush, debounceMs)
    },
    listen: (channel, listener) => {
      const set = listeners.get(channel) ?? new Set()
      listeners.set(channel, set.add(listener))
      return () => void set.delete(listener)
    },
    close: async () => {
      closed = true
      if (timer) clearTimeout(timer)
      if (retry) clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
