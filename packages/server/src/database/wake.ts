import { randomUUID } from 'node:crypto'
import { type Connection, DatabaseClient } from './connection.ts'

/** A kind of work that may have become due. */
export type WakeChannel = 'deliveries' | 'work'

/** A webhook endpoint that has deliveries due. */
export type DueEndpoint = { endpointId: string; ownerId: string }

/** The endpoints with due work; `null` when unknown, so that the listener has to search. */
export type Due = readonly DueEndpoint[] | null

/**
 * Notifies job loops, in this process and in others, that work was committed. The first notice is sent at
 * once, those of the next 2 ms together. Notices are sent after the commit on another connection: a
 * NOTIFY inside every transaction serializes the commits and halves the publish rate. A lost notice
 * only delays work until the next poll.
 */
export type Wake = {
  notify(channel: WakeChannel, due?: Due): void
  listen(channel: WakeChannel, listener: (due: Due) => void): () => void
  close(): Promise<void>
}

const batchMs = 2
const reconnectMs = 1_000
/** A server that was cut off sends no notices. Asking it finds that out long before TCP does. */
const checkMs = 3_000
const connectMsMax = 5_000
/** PostgreSQL accepts payloads below 8,000 bytes; an endpoint and its owner take 90. */
const endpointsPerNoticeMax = 80

type Pending = Map<WakeChannel, Map<string, string> | null>
type Notice = { from: string; channel: WakeChannel; due: Due }

/** Creates a Wake. With a `connection` it also receives the notices of other processes. */
export function createWake(options: {
  send: (payloads: string[]) => Promise<void>
  connection: Connection | null
  /** Another channel to listen to on the same connection. */
  otherChannel: { channel: string; tell: (payload: string) => void }
  onError: (err: unknown) => void
}): Wake {
  const senderId = randomUUID()
  const listeners = new Map<WakeChannel, Set<(due: Due) => void>>()
  const pending: Pending = new Map()
  let timer: NodeJS.Timeout | null = null
  let closed = false
  let client: DatabaseClient | null = null
  let retry: NodeJS.Timeout | null = null
  let check: NodeJS.Timeout | null = null

  const tell = (channel: WakeChannel, due: Due) => {
    for (const listener of listeners.get(channel) ?? []) listener(due)
  }
  const flush = () => {
    timer = null
    if (closed || pending.size === 0) return
    timer = setTimeout(flush, batchMs)
    const payloads = [...pending].map(([channel, endpoints]) =>
      JSON.stringify({ from: senderId, channel, due: dueOf(endpoints) } satisfies Notice),
    )
    pending.clear()
    options.send(payloads).catch(options.onError)
  }
  const receive = (payload: string) => {
    const { from, channel, due } = JSON.parse(payload) as Notice
    if (from !== senderId) tell(channel, due)
  }
  const connect = async () => {
    if (closed || !options.connection) return
    const fresh = new DatabaseClient({
      ...options.connection,
      connectionTimeoutMillis: connectMsMax,
      query_timeout: checkMs,
    })
    let isLost = false
    const lose = (err: unknown) => {
      if (isLost) return
      isLost = true
      void fresh.end().catch(() => {})
      if (closed) return
      options.onError(err)
      client = null
      if (check) clearInterval(check)
      retry = setTimeout(() => void connect(), reconnectMs)
    }
    fresh.on('error', lose)
    fresh.on('notification', ({ channel, payload = '' }) => {
      if (channel === options.otherChannel.channel) options.otherChannel.tell(payload)
      else receive(payload)
    })
    try {
      await fresh.connect()
      await fresh.query(`listen postern_wake; listen ${options.otherChannel.channel}`)
      client = fresh
      if (closed) return await fresh.end()
      check = setInterval(() => fresh.query('select').catch(lose), checkMs)
    } catch (err) {
      lose(err)
    }
  }
  void connect()

  return {
    notify: (channel, due = null) => {
      if (closed) return
      queueMicrotask(() => tell(channel, due))
      mergeDue(pending, channel, due)
      // Flush in a microtask, so that all notices of one transaction are sent together.
      if (!timer) queueMicrotask(() => void (timer || flush()))
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
      if (check) clearInterval(check)
      await client?.end().catch(() => {})
    },
  }
}

function mergeDue(pending: Pending, channel: WakeChannel, due: Due): void {
  const pendingEndpoints = pending.get(channel)
  if (pendingEndpoints === null || due === null) return void pending.set(channel, null)
  const endpoints = pendingEndpoints ?? new Map<string, string>()
  for (const { endpointId, ownerId } of due) endpoints.set(endpointId, ownerId)
  pending.set(channel, endpoints.size > endpointsPerNoticeMax ? null : endpoints)
}

function dueOf(endpoints: ReadonlyMap<string, string> | null): Due {
  return endpoints && [...endpoints].map(([endpointId, ownerId]) => ({ endpointId, ownerId }))
}
