import type dns from 'node:dns'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { expect } from 'vitest'
import {
  createOutbound,
  type Outbound,
  OutboundError,
  type OutboundRequest,
} from '../src/outbound/outbound.ts'

/** Closes what a test has opened, in reverse order, when the test calls `closeAll`. */
export const closers: (() => Promise<void> | void)[] = []

export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close()
}

/** Starts the server on a free port until `closeAll`; returns the port. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return (server.address() as AddressInfo).port
}

/** Starts a server that hands over the raw socket when the first bytes of a request arrive. */
export async function rawServer(talk: (socket: Socket) => void): Promise<URL> {
  const port = await listen(createServer((socket) => void socket.once('data', () => talk(socket))))
  return new URL(`http://127.0.0.1:${port}/hook`)
}

export async function httpServer(listener: RequestListener): Promise<URL> {
  return new URL(`http://127.0.0.1:${await listen(createHttpServer(listener))}/hook`)
}

export function outbound(options: Partial<Parameters<typeof createOutbound>[0]> = {}): Outbound {
  const client = createOutbound({ allowPrivate: true, trustedOrigins: [], ...options })
  closers.push(() => client.close())
  return client
}

export const postRequest = (url: URL, more: Partial<OutboundRequest> = {}): OutboundRequest => ({
  method: 'POST',
  url,
  body: '{}',
  deadlineMs: 2_000,
  responseBytesMax: 65_536,
  keep: 'start',
  bytesKept: 4_096,
  ...more,
})

/** The OutboundError with which the promise rejects; fails the test otherwise. */
export async function outboundErrorOf(promise: Promise<unknown>): Promise<OutboundError> {
  const thrown = await promise.then(
    () => null,
    (err: unknown) => err,
  )
  expect(thrown).toBeInstanceOf(OutboundError)
  return thrown as OutboundError
}

/** A DNS lookup that returns these address lists in turn for any host; the last one repeats. */
export function resolvesTo(...lists: string[][]): typeof dns.lookup & { lookedUp: string[] } {
  const lookedUp: string[] = []
  const lookup = (
    host: string,
    _options: unknown,
    callback: (err: null, addresses: dns.LookupAddress[]) => void,
  ) => {
    const addresses = lists[Math.min(lookedUp.length, lists.length - 1)]!
    lookedUp.push(host)
    const family = (address: string) => (address.includes(':') ? 6 : 4)
    callback(
      null,
      addresses.map((address) => ({ address, family: family(address) })),
    )
  }
  return Object.assign(lookup, { lookedUp }) as never
}
