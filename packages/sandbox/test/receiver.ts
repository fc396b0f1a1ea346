import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Receiver = {
  url: string
  status: number
  received: { headers: IncomingHttpHeaders; body: string }[]
}

/** The app's webhook endpoint: completes the handshake and records requests. */
export async function receiver(options: {
  verifyToken: string
  status?: number
  /** Sent instead of the challenge. */
  echo?: string
}): Promise<Receiver> {
  const self: Receiver = { url: '', status: options.status ?? 200, received: [] }
  const server = createServer((req, res) => {
    const query = new URL(req.url ?? '/', 'http://x').searchParams
    if (req.method === 'GET') {
      const isValid = query.get('hub.verify_token') === options.verifyToken
      res
        .writeHead(isValid ? 200 : 403)
        .end(isValid ? (options.echo ?? query.get('hub.challenge')) : '')
      return
    }
    let body = ''
    req.on('data', (part) => {
      body += part
    })
    req.on('end', () => {
      self.received.push({ headers: req.headers, body })
      res.writeHead(self.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  self.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return self
}
