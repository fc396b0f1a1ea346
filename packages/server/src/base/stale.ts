import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** A request on its way: the connection it went out on, and what that had brought until then. */
type Flight = { socket: Socket; bytesBefore: number; isKept: boolean }

const flights = new WeakMap<object, Flight>()
const used = new WeakSet<Socket>()
let starting: object | null = null

/**
 * Notes which connection the request of this handler goes out on. To be called from its
 * `onRequestStart`: undici publishes the socket right after that, in the same turn (undici
 * lib/dispatcher/client-h1.js writeH1), and offers no other way to learn of it.
 */
export function followFlight(handler: object): void {
  starting = handler
}

subscribe('undici:client:sendHeaders', (message) => {
  const { socket } = message as { socket: Socket }
  if (starting) {
    flights.set(starting, { socket, bytesBefore: socket.bytesRead, isKept: used.has(socket) })
  }
  starting = null
  used.add(socket)
})

const codes = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/**
 * Whether a request failed only because the receiver had closed the kept connection meanwhile: it
 * had served a request before, and broke off without one byte of an answer to this one. The race is
 * as old as keep-alive (undici issues 583 and 3492); the request was most likely never seen.
 */
export function diedStale(handler: object, err: Error): boolean {
  const flight = flights.get(handler)
  if (!flight?.isKept) return false
  const code = String((err as { code?: unknown }).code)
  return codes.has(code) && flight.socket.bytesRead === flight.bytesBefore
}
