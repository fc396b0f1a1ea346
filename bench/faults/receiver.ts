import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSigned } from '../../scripts/scenario/signature.ts'

export type FaultReceiver = {
  url: string
  /** Delivery id → number of arrivals. */
  received: Map<string, number>
  /** Times of the first arrival of each delivery, from `performance.now()`. */
  firstReceivedAt: number[]
  invalidSignatures: number
  /** Path → secret. Paths without a secret are not verified. */
  secrets: Map<string, string>
  close(): Promise<void>
}

/**
 * Starts a receiver that verifies signatures. It responds after `responseMs`, so that some deliveries
 * are always in flight. `onBody` gets each path and body.
 */
export async function openFaultReceiver(
  responseMs = 5,
  host = '127.0.0.1',
  onBody: (path: string, body: Buffer) => void = () => {},
): Promise<FaultReceiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      record(receiver, request, body)
      onBody(request.url ?? '', body)
      setTimeout(() => response.end('ok'), responseMs)
    })
  })
  const receiver: FaultReceiver = {
    url: '',
    received: new Map(),
    firstReceivedAt: [],
    invalidSignatures: 0,
    secrets: new Map(),
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  server.keepAliveTimeout = 30_000
  server.on('connection', (socket) => socket.on('error', () => {}))
  server.listen(0, host)
  await once(server, 'listening')
  receiver.url = `http://${host}:${(server.address() as AddressInfo).port}`
  return receiver
}

function record(receiver: FaultReceiver, request: IncomingMessage, body: Buffer): void {
  const secret = receiver.secrets.get(request.url ?? '')
  const header = String(request.headers['service-signature'])
  if (secret && !isSigned(header, body, secret, new Date())) receiver.invalidSignatures += 1
  const id = String(request.headers['service-delivery'])
  if (!receiver.received.has(id)) receiver.firstReceivedAt.push(performance.now())
  receiver.received.set(id, (receiver.received.get(id) ?? 0) + 1)
}
