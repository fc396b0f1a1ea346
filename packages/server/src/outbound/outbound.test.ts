import { readFileSync } from 'node:fs'
import { createServer as createHttpsServer } from 'node:https'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import {
  closeAll,
  closers,
  httpServer,
  listen,
  outbound,
  outboundErrorOf,
  postRequest,
  rawServer,
  resolvesTo,
} from '../../test/outbound.ts'

const fixtures = join(import.meta.dirname, '..', '..', 'test', 'fixtures')
const fixture = (name: string) => readFileSync(join(fixtures, name), 'utf8')

afterEach(closeAll)

describe('a response', () => {
  test('has status, headers and the body', async () => {
    const url = await httpServer((request, response) => {
      response.writeHead(201, { 'x-method': request.method ?? '' }).end('made')
    })
    const response = await outbound().request(postRequest(url))
    expect(response.status).toBe(201)
    expect(response.headers['x-method']).toBe('POST')
    expect(response.body.toString()).toBe('made')
  })

  test('with a redirect is not followed', async () => {
    const paths: string[] = []
    const url = await httpServer((request, response) => {
      paths.push(request.url ?? '')
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    expect((await outbound().request(postRequest(url))).status).toBe(302)
    expect(paths).toEqual(['/hook'])
  })

  test('is truncated to bytesKept; an endless one is ended at the limit', async () => {
    let written = 0
    const url = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const more = () => {
        written += 16_384
        if (!socket.destroyed) socket.write(Buffer.alloc(16_384, 'x'), () => setImmediate(more))
      }
      more()
    })
    const response = await outbound().request(postRequest(url))
    expect(response.status).toBe(200)
    expect(response.body).toHaveLength(4_096)
    expect(written).toBeLessThan(8_000_000)
  })

  test('with keep: whole fails beyond the limit', async () => {
    const url = await httpServer((_request, response) => void response.end('x'.repeat(70_000)))
    const err = await outboundErrorOf(outbound().request(postRequest(url, { keep: 'whole' })))
    expect(err.kind).toBe('too_large')
  })

  test('is not decompressed, so a gzip bomb stays small', async () => {
    const url = await httpServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(Buffer.from('1f8b0800', 'hex'))
    })
    expect((await outbound().request(postRequest(url))).body.toString('hex')).toBe('1f8b0800')
  })

  test('with 200 kB of headers fails', async () => {
    const url = await rawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(200_000)}\r\n\r\n`)
    })
    const err = await outboundErrorOf(outbound().request(postRequest(url)))
    expect(err.kind).toBe('too_large')
    expect(err.sent).toBe(true)
  })
})

describe('a broken receiver', () => {
  test('resets the connection before a response', async () => {
    const url = await rawServer((socket) => void socket.resetAndDestroy())
    const err = await outboundErrorOf(outbound().request(postRequest(url)))
    expect(err.kind).toBe('connection')
    expect(err.sent).toBe(true)
  })

  test('resets it in the body after a 2xx, which still succeeds by its headers', async () => {
    const url = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nabc', () => {
        setImmediate(() => socket.resetAndDestroy())
      })
    })
    expect((await outbound().request(postRequest(url))).status).toBe(200)
  })

  test('speaks no HTTP', async () => {
    const url = await rawServer((socket) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
    expect((await outboundErrorOf(outbound().request(postRequest(url)))).kind).toBe('connection')
  })

  test('does not listen', async () => {
    const url = await httpServer((_request, response) => void response.end())
    await closers.pop()!()
    const err = await outboundErrorOf(outbound().request(postRequest(url)))
    expect(err.kind).toBe('connection')
    expect(err.sent).toBe(false)
  })

  test('has a nonexistent name', async () => {
    const lookup = ((_host: string, _options: unknown, callback: (err: Error) => void) => {
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))
    }) as never
    const err = await outboundErrorOf(
      outbound({ lookup }).request(postRequest(new URL('http://gone.example.com/'))),
    )
    expect(err.kind).toBe('dns')
    expect(err.sent).toBe(false)
  })

  test('an invalid request fails and does not hang', async () => {
    const url = await httpServer((_request, response) => void response.end())
    const err = await outboundErrorOf(
      outbound().request(postRequest(url, { headers: { 'bad header': 'x' } })),
    )
    expect(err.kind).toBe('connection')
    expect(err.sent).toBe(false)
  })
})

describe('TLS', () => {
  const serve = async () => {
    const options = { key: fixture('receiver.key'), cert: fixture('receiver.pem') }
    const server = createHttpsServer(options, (_request, response) => void response.end('safe'))
    return await listen(server)
  }
  const lookup = resolvesTo(['127.0.0.1'])

  test('a certificate of a known authority for the right name is accepted', async () => {
    const port = await serve()
    const client = outbound({ lookup, ca: fixture('authority.pem') })
    const response = await client.request(
      postRequest(new URL(`https://receiver.example.com:${port}/`)),
    )
    expect(response.body.toString()).toBe('safe')
  })

  test('a certificate for another name fails', async () => {
    const port = await serve()
    const client = outbound({ lookup, ca: fixture('authority.pem') })
    const err = await outboundErrorOf(
      client.request(postRequest(new URL(`https://other.example.com:${port}/`))),
    )
    expect(err.kind).toBe('tls')
    expect(err.sent).toBe(false)
  })

  test('a certificate of an unknown authority fails', async () => {
    const port = await serve()
    const url = new URL(`https://receiver.example.com:${port}/`)
    expect((await outboundErrorOf(outbound({ lookup }).request(postRequest(url)))).kind).toBe('tls')
  })

  test('a receiver that speaks plain HTTP on the port fails', async () => {
    const url = await httpServer((_request, response) => void response.end())
    const secure = new URL(`https://receiver.example.com:${url.port}/`)
    expect((await outboundErrorOf(outbound({ lookup }).request(postRequest(secure)))).kind).toBe(
      'tls',
    )
  })
})
