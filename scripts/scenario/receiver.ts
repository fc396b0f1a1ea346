import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookEvent } from '@postern/sdk'
import { check, say, until } from './report.ts'
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
 * The owner's application: it takes webhooks under /hooks/…, each verified with the endpoint's secret
 * before it is parsed, and the clients who come back under /connected.
 */
export async function openReceiver() {
  const secrets = new Map<string, string>()
  const all: Arrival[] = []
  const refused: string[] = []
  const server = createServer((request, response) => {
    if (request.method !== 'POST') return void response.end('Back in the application.\n')
    void readBody(request).then((raw) => {
      const path = request.url ?? '/'
      const header = (name: string) => String(request.headers[`service-${name}`])
      const [signature, delivery] = [header('signature'), header('delivery')]
      const secret = secrets.get(path)
      if (!secret || !isSigned(signature, raw, secret, new Date())) {
        refused.push(`${path} ${header('event')}`)
        return void response.writeHead(400).end('The signature does not hold.\n')
      }
      const event = JSON.parse(raw.toString('utf8')) as WebhookEvent
      all.push({ path, delivery, signature, event })
      response.end('Thank you.\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  /** What arrived at the path with a valid signature, in order. */
  const arrivals = <Type extends EventType>(path: string, type?: Type) =>
    all.filter((each) => {
      return each.path === path && (!type || each.event.type === type)
    }) as Arrival<EventOf<Type>>[]
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Requests whose signature does not hold; they are answered 400. */
    refused,
    arrivals,
    /** From now on the path's requests are verified with this secret. */
    expectSecret: (path: string, secret: string) => void secrets.set(path, secret),
    /** The first such arrival that fits, now or within half a minute. */
    wait: async <Type extends EventType>(
      path: string,
      type: Type,
      fits: (event: EventOf<Type>, arrival: Arrival) => boolean = () => true,
    ) => {
      const words = `${type} at ${path}`
      const find = () => arrivals(path, type).find((each) => fits(each.event, each))
      const arrival = await until(words, find, 10)
      say(`POST   ${path}  ${type}  event=${arrival.event.id}  delivery=${arrival.delivery}`)
      check(true, `${words}, its signature verified`)
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
