import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StepFailed, say } from './report.ts'
import { isSigned } from './signature.ts'
import type { Event } from './wire.ts'

export type Arrival = {
  path: string
  /** The header Service-Delivery. */
  delivery: string
  header: string
  event: Event
  at: Date
}

export type Receiver = {
  origin: string
  /** Everything that arrived with a signature that holds, in order. */
  arrivals: Arrival[]
  /** Requests whose signature did not hold; they were answered 400. */
  refused: string[]
  /** From when on a path is verified with this secret; before that its requests wait. */
  expectSecret(path: string, secret: string): void
  /** The first arrival that fits, now or within the time. */
  wait(words: string, fits: (arrival: Arrival) => boolean, msMax?: number): Promise<Arrival>
  close(): Promise<void>
}

const bodyBytesMax = 1_000_000

/**
 * The owner's own application: it takes webhooks under /hooks/… (each checked against its secret
 * before it is parsed) and the clients who come back under /connected.
 */
export async function openReceiver(): Promise<Receiver> {
  const secrets = new Map<string, string>()
  const arrivals: Arrival[] = []
  const refused: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (request.method !== 'POST') return void response.end('Back in the application.\n')
    void readBody(request).then((raw) => {
      const header = String(request.headers['service-signature'])
      const secret = secrets.get(path)
      if (!secret || !isSigned(header, raw, secret, new Date())) {
        refused.push(`${path} ${String(request.headers['service-event'])}`)
        response.writeHead(400).end('The signature does not hold.\n')
        return
      }
      const event = JSON.parse(raw.toString('utf8')) as Event
      const delivery = String(request.headers['service-delivery'])
      arrivals.push({ path, delivery, header, event, at: new Date() })
      response.end('Thank you.\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    refused,
    expectSecret: (path, secret) => void secrets.set(path, secret),
    wait: (words, fits, msMax) => waitFor(arrivals, words, fits, msMax),
    close: () => close(server),
  }
}

async function waitFor(
  arrivals: Arrival[],
  words: string,
  fits: (arrival: Arrival) => boolean,
  msMax = 10_000,
): Promise<Arrival> {
  const began = performance.now()
  for (;;) {
    const arrival = arrivals.find(fits)
    if (arrival) {
      const { path, event, delivery } = arrival
      say(`POST   ${path}  ${event.type}  event=${event.id}  delivery=${delivery}`)
      say(`✓ ${words}, its signature verified`)
      return arrival
    }
    if (performance.now() - began > msMax) {
      const seen = arrivals.map(({ path, event }) => `${path} ${event.type}`).join(', ')
      throw new StepFailed(`${words}: did not come within ${msMax} ms (came: ${seen || 'nothing'})`)
    }
    await new Promise((resume) => setTimeout(resume, 10))
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) request.destroy()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise<void>((resolve) => server.close(() => resolve()))
}
