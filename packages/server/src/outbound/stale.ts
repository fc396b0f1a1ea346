import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** The connection of a request, and how many bytes it had received before. */
type ConnectionUse = { socket: Socket; bytesBefore: number; isReused: boolean }

/** An undici handler whose connection is tracked. */
export type Tracked = { use?: ConnectionUse }

const used = new WeakSet<Socket>()
let starting: Tracked | null = null

/**
 * Records which connection the handler's request uses. Call it from `onRequestStart`: undici publishes
 * the socket right after that, in the same tick (lib/dispatcher/client-h1.js, writeH1), and offers no
 * other way to get it.
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

/** The bytes received on the connection since the request was sent. */
export function rawBytesOf({ use: flight }: Tracked): number {
  return flight ? flight.socket.bytesRead - flight.bytesBefore : 0
}

const codes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/**
 * Whether a request failed because the receiver had already closed the keep-alive connection: the
 * connection had served a request before, and broke without a byte of this response. The receiver
 * most likely never saw the request (undici issues 583 and 3492).
 */
export function failedStale({ use: flight }: Tracked, err: Error): boolean {
  if (!flight?.isReused) return false
  const code = String((err as { code?: unknown }).code)
  return codes.has(code) && flight.socket.bytesRead === flight.bytesBefore
}
