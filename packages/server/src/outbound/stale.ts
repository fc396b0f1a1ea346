import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** A request on its way: the connection it went out on, and what that had brought until then. */
type ConnectionUse = { socket: Socket; bytesBefore: number; isReused: boolean }

/** A handler of undici that may learn of its flight. */
export type Tracked = { use?: ConnectionUse }

const used = new WeakSet<Socket>()
let starting: Tracked | null = null

/**
 * Notes which connection the request of this handler goes out on. To be called from its
 * `onRequestStart`: undici publishes the socket right after that, in the same turn (undici
 * lib/dispatcher/client-h1.js writeH1), and offers no other way to learn of it.
 */
export function trackConnection(handler: Tracked): void {
  starting = handler
}

subscribe('undici:client:sendHeaders', (message) => {
  const { socket } = message as { socket: Socket }
  const isKept = used.has(socket)
  if (!isKept) used.add(socket)
  if (starting) starting.use = { socket, bytesBefore: socket.bytesRead, isReused: isKept }
  starting = null
})

/** What has come in on its connection since the request went out, whatever it was. */
export function rawBytesOf({ use: flight }: Tracked): number {
  return flight ? flight.socket.bytesRead - flight.bytesBefore : 0
}

const codes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/**
 * Whether a request failed only because the receiver had closed the kept connection meanwhile: it
 * had served a request before, and broke off without one byte of an answer to this one. The race is
 * as old as keep-alive (undici issues 583 and 3492); the request was most likely never seen.
 */
export function failedStale({ use: flight }: Tracked, err: Error): boolean {
  if (!flight?.isReused) return false
  const code = String((err as { code?: unknown }).code)
  return codes.has(code) && flight.socket.bytesRead === flight.bytesBefore
}
