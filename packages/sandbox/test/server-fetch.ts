import { request } from 'node:http'

/**
 * Like `fetch`, for the sandbox's servers: connects to 127.0.0.1 and sends the URL's host, because
 * not every system resolves names below `localhost`. Does not follow redirects. Opens a connection for each request:
 * one that is kept may be closed by the server just when it is used again.
 */
export async function serverFetch(address: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(address)
  const source = new Request(address, init)
  const body = Buffer.from(await source.arrayBuffer())
  const headers = { ...Object.fromEntries(source.headers), host: url.host }
  return new Promise((resolve, reject) => {
    const { port, pathname, search } = url
    const options = { host: '127.0.0.1', port, path: pathname + search, headers, agent: false }
    request({ ...options, method: source.method }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const { statusCode: status = 0, headers } = incoming
        const text = [204, 304].includes(status) ? null : Buffer.concat(chunks)
        resolve(new Response(text, { status, headers: headers as Record<string, string> }))
      })
    })
      .on('error', reject)
      .end(body)
  })
}
