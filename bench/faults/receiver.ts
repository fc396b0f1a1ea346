import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSigned } from '../../scripts/scenario/signature.ts'

/** How a path of the receiver responds. */
export type Behavior = (request: IncomingMessage, response: ServerResponse) => void

type Event = { id: string; data: { comment_id?: string } }

export type FaultReceiver = {
  url: string
  /** Delivery id → number of arrivals. */
  received: Map<string, number>
  /** Comment id → ids of the events that announced it. */
  announced: Map<string, Set<string>>
  /** Times of the first arrival of each delivery, from `performance.now()`. */
  firstReceivedAt: number[]
  invalidSignatures: number
  /** A signature is valid if its time matches one of these clocks. */
  clocks: (() => Date)[]
  /** The maximum of concurrent requests to one path. */
  openMax: number
  /** Path → secret. Paths without a secret are not verified. */
  secrets: Map<string, string>
  behaviors: Map<string, Behavior>
  /** Refuses connections until `goOnline`, which uses the same port. */
  goOffline(): Promise<void>
  goOnline(): Promise<void>
}

/**
 * Starts a receiver that verifies signatures and has a behavior per path. The default responds after
 * `responseMs`, so that some deliveries are always in flight.
 */
export async function openFaultReceiver(responseMs = 5): Promise<FaultReceiver> {
  const acceptDelivery: Behavior = (_request, response) => {
    setTimeout(() => response.end('ok'), responseMs)
  }
  const open = new Map<string, number>()
  let server: Server
  const receiver: FaultReceiver = {
    url: '',
    received: new Map(),
    announced: new Map(),
    firstReceivedAt: [],
    invalidSignatures: 0,
    clocks: [() => new Date()],
    openMax: 0,
    secrets: new Map(),
    behaviors: new Map(),
    goOffline: async () => {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
    goOnline: () => listen(Number(new URL(receiver.url).port)),
  }
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url ?? ''
    const count = (open.get(path) ?? 0) + 1
    open.set(path, count)
    receiver.openMax = Math.max(receiver.openMax, count)
    response.once('close', () => open.set(path, (open.get(path) ?? 1) - 1))
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      record(receiver, request, body)
      const manner = receiver.behaviors.get(path) ?? acceptDelivery
      manner(request, response)
    })
  }
  const listen = async (port: number) => {
    server = createServer(handle)
    server.keepAliveTimeout = 30_000
    server.on('connection', (socket) => socket.on('error', () => {}))
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  await listen(0)
  return receiver
}

function record(receiver: FaultReceiver, request: IncomingMessage, body: Buffer): void {
  const secret = receiver.secrets.get(request.url ?? '')
  const header = String(request.headers['service-signature'])
  const isValid = receiver.clocks.some((now) => isSigned(header, body, secret ?? '', now()))
  if (secret && !isValid) receiver.invalidSignatures += 1
  const id = String(request.headers['service-delivery'])
  if (!receiver.received.has(id)) receiver.firstReceivedAt.push(performance.now())
  receiver.received.set(id, (receiver.received.get(id) ?? 0) + 1)
  const event = JSON.parse(body.toString('utf8')) as Event
  const { comment_id: comment } = event.data
  if (comment)
    receiver.announced.set(comment, (receiver.announced.get(comment) ?? new Set()).add(event.id))
}

const every = (ms: number, response: ServerResponse, write: () => void): void => {
  const timer = setInterval(write, ms)
  response.once('close', () => clearInterval(timer))
}

/** Hostile and broken receivers. Each may block its own deliveries for at most 5 seconds. */
export const hostile: Record<string, Behavior> = {
  hangs: () => {},
  'drips headers': (_request, response) => {
    const socket = response.socket!
    socket.write('HTTP/1.1 200 OK\r\n')
    every(300, response, () => void socket.write('x-drip: 1\r\n'))
  },
  'sends 1xx forever': (_request, response) => {
    const socket = response.socket!
    every(100, response, () => void socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'))
  },
  'sends 200 kB of headers': (_request, response) => {
    response.socket!.end(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(200_000)}\r\n\r\n`)
  },
  'resets before a response': (request) => void request.socket.resetAndDestroy(),
}

/** Unusual successes: responses whose 2xx headers arrived in time. */
export const unusual: Record<string, Behavior> = {
  'resets in the middle of the body': (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('abc', () => setImmediate(() => response.socket?.resetAndDestroy()))
  },
  'never ends the body': (_request, response) => {
    response.writeHead(200)
    every(300, response, () => void response.write('x'))
  },
  'closes idle connections without notice': (request, response) => {
    response.setHeader('connection', 'keep-alive')
    response.end('ok', () => setTimeout(() => request.socket.destroy(), 20))
  },
}
