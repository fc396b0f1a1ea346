import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { InboundRequest } from '../../src/platforms/contract/inbound.ts'

export type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** Receives platform webhooks for tests; `handshake` returns the challenge or `null`. */
export async function openReceiver(handshake: (query: URLSearchParams) => string | null) {
  const received: { path: string; request: InboundRequest }[] = []
  const server = createServer((incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://receiver')
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      if (incoming.method === 'GET') {
        const challenge = handshake(searchParams)
        response.writeHead(challenge === null ? 403 : 200).end(challenge ?? '')
        return
      }
      const headers = Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, value?.toString()]),
      )
      const request = { headers, query: searchParams, body: Buffer.concat(chunks) }
      received.push({ path: pathname, request })
      response.writeHead(200).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
