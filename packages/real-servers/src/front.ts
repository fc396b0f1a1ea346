import { createServer, type IncomingMessage, request } from 'node:http'

/**
 * The web server in front of snac, which every installation has. snac closes each connection after one
 * response without saying so, and clients that keep connections open then lose every other request.
 * A held request is carried out, and its response never sent.
 */
export async function serveInFront(
  port: number,
  snacPort: number,
  isHeld: (req: IncomingMessage) => boolean = () => false,
): Promise<() => Promise<void>> {
  const server = createServer((req, res) => {
    const upstream = request(
      {
        host: '127.0.0.1',
        port: snacPort,
        method: req.method,
        path: req.url,
        headers: { ...req.headers, connection: 'close' },
        agent: false,
      },
      (response) => {
        if (isHeld(req)) return void response.resume()
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
