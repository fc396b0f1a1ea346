import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSigned } from '../../scripts/scenario/signature.ts'

/** How a path of the receiver answers. */
export type Manner = (request: IncomingMessage, response: ServerResponse) => void

type Event = { id: string; data: { comment_id?: string } }

export type FaultReceiver = {
  url: string
  /** Delivery id → how often it arrived. */
  seen: Map<string, number>
  /** Comment id → ids of the events that announced it. */
  announced: Map<string, Set<string>>
  /** When something arrived for the first time, by `performance.now()`. */
  newAt: number[]
  unsigned: number
  /** A signature holds if it is of a moment that one of these tells. */
  clocks: (() => Date)[]
  /** The most requests that were open at once on one path. */
  openMax: number
  /** Path → secret; what has none is not verified. */
  secrets: Map<string, string>
  manners: Map<string, Manner>
  /** Refuses connections, and takes them again at the same port. */
  goDown(): Promise<void>
  comeBack(): Promise<void>
}

/**
 * A receiver whose paths have manners, in this process; it verifies every signature. It takes its time
 * for an answer, so that there always are deliveries in flight to be cut off.
 */
export async function openFaultReceiver(answerMs = 5): Promise<FaultReceiver> {
  const polite: Manner = (_request, response) => {
    setTimeout(() => response.end('ok'), answerMs)
  }
  const open = new Map<string, number>()
  let server: Server
  const receiver: FaultReceiver = {
    url: '',
    seen: new Map(),
    announced: new Map(),
    newAt: [],
    unsigned: 0,
    clocks: [() => new Date()],
    openMax: 0,
    secrets: new Map(),
    manners: new Map(),
    goDown: async () => {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
    comeBack: () => listen(Number(new URL(receiver.url).port)),
  }
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url ?? ''
    const count = (open.get(path) ?? 0) + 1
    open.set(path, count)
    receiver.openMax = Math.max(receiver.openMax, count)
    response.once('close', () => open.set(path, (open.get(path) ?? 1) - 1))
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      note(receiver, request, body)
      const manner = receiver.manners.get(path) ?? polite
      manner(request, response)
    })
  }
  const listen = async (port: number) => {
    server = createServer(take)
    server.keepAliveTimeout = 30_000
    server.on('connection', (socket) => socket.on('error', () => {}))
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  await listen(0)
  return receiver
}

function note(receiver: FaultReceiver, request: IncomingMessage, body: Buffer): void {
  const secret = receiver.secrets.get(request.url ?? '')
  const header = String(request.headers['service-signature'])
  const holds = receiver.clocks.some((now) => isSigned(header, body, secret ?? '', now()))
  if (secret && !holds) receiver.unsigned += 1
  const id = String(request.headers['service-delivery'])
  if (!receiver.seen.has(id)) receiver.newAt.push(performance.now())
  receiver.seen.set(id, (receiver.seen.get(id) ?? 0) + 1)
  const event = JSON.parse(body.toString('utf8')) as Event
  const { comment_id: comment } = event.data
  if (comment)
    receiver.announced.set(comment, (receiver.announced.get(comment) ?? new Set()).add(event.id))
}

const every = (ms: number, response: ServerResponse, act: () => void): void => {
  const timer = setInterval(act, ms)
  response.once('close', () => clearInterval(timer))
}

/** What hostile and broken receivers do; each must cost 5 seconds at most, and nobody else anything. */
export const hostile: Record<string, Manner> = {
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
  'resets before an answer': (request) => void request.socket.resetAndDestroy(),
}

/** What looks like a failure and is none: a 2xx whose headers came in time. */
export const odd: Record<string, Manner> = {
  'resets in the middle of the body': (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('abc', () => setImmediate(() => response.socket?.resetAndDestroy()))
  },
  'never ends the body': (_request, response) => {
    response.writeHead(200)
    every(300, response, () => void response.write('x'))
  },
  'closes idle connections without a word': (request, response) => {
    response.setHeader('connection', 'keep-alive')
    response.end('ok', () => setTimeout(() => request.socket.destroy(), 20))
  },
}
