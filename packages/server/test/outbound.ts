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

/** What a test has opened; it closes it at its end, the latest first. */
export const closers: (() => Promise<void> | void)[] = []

export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close()
}

/** Where the server listens until the end of the test. */
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

/** A server that gets the raw socket once a request has begun to arrive. */
export async function rawServer(talk: (socket: Socket) => void): Promise<URL> {
  const port = await listen(createServer((socket) => void socket.once('data', () => talk(socket))))
  return new URL(`http://127.0.0.1:${port}/hook`)
}

export async function httpServer(listener: RequestListener): Promise<URL> {
  return new URL(`http://127.0.0.1:${await listen(createHttpServer(listener))}/hook`)
}

export function outbound(options: Partial<Parameters<typeof createOutbound>[0]> = {}): Outbound {
  const made = createOutbound({ allowPrivate: true, trustedOrigins: [], ...options })
  closers.push(() => made.close())
  return made
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

/** How the request failed. */
export async function outboundErrorOf(promise: Promise<unknown>): Promise<OutboundError> {
  const thrown = await promise.then(
    () => null,
    (err: unknown) => err,
  )
  expect(thrown).toBeInstanceOf(OutboundError)
  return thrown as OutboundError
}

/** A look-up that answers these addresses, whatever is asked. */
export function resolvesTo(...lists: string[][]): typeof dns.lookup & { asked: string[] } {
  const asked: string[] = []
  const lookup = (
    host: string,
    _options: unknown,
    callback: (err: null, addresses: dns.LookupAddress[]) => void,
  ) => {
    const addresses = lists[Math.min(asked.length, lists.length - 1)]!
    asked.push(host)
    const family = (address: string) => (address.includes(':') ? 6 : 4)
    callback(
      null,
      addresses.map((address) => ({ address, family: family(address) })),
    )
  }
  return Object.assign(lookup, { asked }) as never
}
