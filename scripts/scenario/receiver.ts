import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookEvent } from '@postern/sdk'
import { print, verify, waitFor } from './report.ts'
import { isSigned } from './signature.ts'

type EventType = WebhookEvent['type']
type EventOf<Type extends EventType> = Extract<WebhookEvent, { type: Type }>

export type Arrival<Event = WebhookEvent> = {
  path: string
  /** The header Service-Delivery. */
  delivery: string
  /** The header Service-Signature. */
  signature: string
  event: Event
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>

/**
 * The owner's application. It receives webhooks under /hooks/…, verifies their signatures before parsing
 * them, and serves the redirect target /connected.
 */
export async function openReceiver() {
  const secrets = new Map<string, string>()
  const received: Arrival[] = []
  const rejected: string[] = []
  const server = createServer((request, response) => {
    if (request.method !== 'POST') return void response.end('Back in the application.\n')
    void readBody(request).then((raw) => {
      const path = request.url ?? '/'
      const header = (name: string) => String(request.headers[`service-${name}`])
      const [signature, delivery] = [header('signature'), header('delivery')]
      const secret = secrets.get(path)
      if (!secret || !isSigned(signature, raw, secret, new Date())) {
        rejected.push(`${path} ${header('event')}`)
        return void response.writeHead(400).end('The signature is invalid.\n')
      }
      const event = JSON.parse(raw.toString('utf8')) as WebhookEvent
      received.push({ path, delivery, signature, event })
      response.end('Thank you.\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  /** The deliveries to the path with a valid signature, in order. */
  const arrivals = <Type extends EventType>(path: string, type?: Type) =>
    received.filter((each) => {
      return each.path === path && (!type || each.event.type === type)
    }) as Arrival<EventOf<Type>>[]
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Requests with an invalid signature, which got a 400. */
    refused: rejected,
    arrivals,
    /** Sets the secret that verifies the path's requests. */
    expectSecret: (path: string, secret: string) => void secrets.set(path, secret),
    /** Waits up to half a minute for the first matching delivery. */
    wait: async <Type extends EventType>(
      path: string,
      type: Type,
      matches: (event: EventOf<Type>, arrival: Arrival) => boolean = () => true,
    ) => {
      const description = `${type} at ${path}`
      const find = () => arrivals(path, type).find((each) => matches(each.event, each))
      const arrival = await waitFor(description, find, 10)
      print(`POST   ${path}  ${type}  event=${arrival.event.id}  delivery=${arrival.delivery}`)
      verify(true, `${description} arrived with a valid signature`)
      return arrival
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
