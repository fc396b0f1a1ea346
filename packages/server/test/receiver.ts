import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  path: string
  headers: IncomingHttpHeaders
  /** The raw body, before any parsing. */
  body: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read any JSON body
  json: any
}

export type ReceiverResponse = {
  status?: number
  headers?: Record<string, string>
  body?: string
  /** Never responds. */
  hang?: boolean
}

export type Receiver = {
  url: string
  /** In order of arrival. */
  received: Received[]
  /** Sets the response to the next requests; the default is 200. */
  respondWith(
    reply: ReceiverResponse | ((request: Received) => ReceiverResponse | Promise<ReceiverResponse>),
  ): void
  close(): Promise<void>
}

/** A local webhook receiver that records every request. */
export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let reply: (request: Received) => ReceiverResponse | Promise<ReceiverResponse> = () => ({
    status: 200,
  })
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    const entry = {
      path: request.url ?? '',
      headers: request.headers,
      body,
      json: JSON.parse(body),
    }
    received.push(entry)
    const { status = 200, headers = {}, body: text = '', hang } = await reply(entry)
    if (!hang) response.writeHead(status, headers).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    respondWith: (next) => {
      reply = typeof next === 'function' ? next : () => next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Verifies a signature as the contract describes it, without code of the server: over the raw body, in
 * constant time, and with a timestamp within five minutes of `now`.
 */
export function hasValidSignature(request: Received, secret: string, now: Date): boolean {
  const header = String(request.headers['service-signature'])
  const fields = header.split(',').map((field) => field.split('='))
  const t = fields.find(([name]) => name === 't')?.[1]
  if (!t || Math.abs(now.getTime() / 1000 - Number(t)) > 300) return false
  const expected = createHmac('sha256', secret).update(`${t}.${request.body}`).digest('hex')
  return fields
    .filter(([name]) => name === 'v1')
    .some(([, digest]) => {
      const actual = Buffer.from(digest ?? '')
      return actual.length === expected.length && timingSafeEqual(actual, Buffer.from(expected))
    })
}
