import { createServer, type IncomingMessage, request } from 'node:http'

type Page = { status: number; html: string }
type Front = {
  /** A held request is carried out, and its response never sent. */
  isHeld?: (req: IncomingMessage) => boolean
  /** The page with which the front answers by itself; `null` passes the request on. */
  answer?: (req: IncomingMessage) => Promise<Page | null> | Page | null
  /** Added to each request. */
  headers?: Record<string, string>
}

/**
 * The web server in front of snac and WordPress, which every installation has. snac closes each connection after one
 * response without saying so, and clients that keep connections open then lose every other request.
 */
export async function serveInFront(
  port: number,
  upstreamPort: number,
  { isHeld, answer, headers }: Front = {},
): Promise<() => Promise<void>> {
  const server = createServer(async (req, res) => {
    const own = await answer?.(req)
    if (own) return void res.writeHead(own.status, { 'content-type': 'text/html' }).end(own.html)
    const upstream = request(
      {
        host: '127.0.0.1',
        port: upstreamPort,
        method: req.method,
        path: req.url,
        headers: { ...req.headers, ...headers, connection: 'close' },
        agent: false,
      },
      (response) => {
        if (isHeld?.(req)) return void response.resume()
        res.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(res)
      },
    )
    upstream.on('error', () => (res.headersSent ? res.destroy() : res.writeHead(502).end()))
    req.pipe(upstream)
  })
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
