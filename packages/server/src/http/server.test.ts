import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../test/test-app.ts'
import { createApp } from '../app.ts'
import { limits } from '../core/limits.ts'
import { closeHttp, listenHttp } from './server.ts'

let testApp: TestApp
let server: Server
const sockets: Socket[] = []

beforeAll(async () => {
  // No trusted proxy, so that this machine's addresses count as clients.
  testApp = await openTestApp({ env: { TRUSTED_PROXIES: '10.0.0.1' } })
})
afterAll(() => testApp.close())

beforeEach(async () => {
  const config = { ...testApp.ctx.config, host: '127.0.0.1', port: 0 }
  server = await listenHttp(config, createApp(testApp.ctx).fetch)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await closeHttp(server, 0)
})

function open(localAddress = '127.0.0.1'): Socket {
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  sockets.push(socket)
  return socket
}

const connectionCount = () => promisify(server.getConnections.bind(server))()

async function send(request: string) {
  const socket = open()
  socket.write(request)
  const [head, body] = (await text(socket)).split('\r\n\r\n') as [string, string]
  const [line, ...fields] = head.split('\r\n')
  const headers = new Headers(fields.map((field) => field.split(': ') as [string, string]))
  return { status: Number(line!.split(' ')[1]), headers, body: JSON.parse(body) }
}

test('a health check with HTTP/1.0 and without a Host header is answered', async () => {
  const { status, body } = await send('GET /health HTTP/1.0\r\n\r\n')
  expect([status, body.status]).toEqual([200, 'ok'])
})

const padding = 'x'.repeat(limits.request.headerBytesMax)

describe('a request that the parser rejects returns the JSON error body', () => {
  test.each([
    ['headers over 16 KiB', `GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Padding: ${padding}\r\n\r\n`],
    ['a path over 16 KiB', `GET /v1/${padding} HTTP/1.1\r\nHost: x\r\n\r\n`],
    [
      'headers of 100 KB',
      `GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Padding: ${padding.repeat(6)}\r\n\r\n`,
    ],
  ])('%s: 431 headers_too_large', async (_what, request) => {
    const { status, headers, body } = await send(request)
    expect([status, headers.get('content-type')]).toEqual([431, 'application/json'])
    expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/)
    expect(headers.get('connection')).toBe('close')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body.error).toEqual({
      type: 'invalid_request_error',
      code: 'headers_too_large',
      message: 'The URL and headers are larger than 16,384 bytes. Shorten them.',
      param: null,
      details: [],
      platform: null,
      retryable: false,
      doc_url: `${testApp.ctx.config.publicUrl}/docs/errors#headers_too_large`,
      request_id: headers.get('x-request-id'),
    })
  })

  test.each([
    ['no HTTP', 'hello there\r\n\r\n'],
    ['a header without a colon', 'GET /v1/me HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n'],
    ['two lengths', 'POST /v1/me HTTP/1.1\r\nHost: x\r\nContent-Length: 1, 2\r\n\r\n'],
  ])('%s: 400 validation_failed', async (_what, request) => {
    const { status, headers, body } = await send(request)
    expect([status, body.error.code]).toEqual([400, 'validation_failed'])
    expect(body.error.message).toBe('This is not a valid HTTP request.')
    expect(headers.get('content-length')).toBe(String(JSON.stringify(body).length))
  })

  test('no error is written into a response that has started', async () => {
    await closeHttp(server, 0)
    const endless = () =>
      new Response(new ReadableStream({ start: (out) => out.enqueue(Buffer.from('begun')) }))
    server = await listenHttp({ ...testApp.ctx.config, host: '127.0.0.1', port: 0 }, endless)
    const socket = open()
    const began = once(socket, 'data')
    const received = text(socket)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await began
    socket.write('broken\r\n\r\n')
    const response = await received
    expect(response).toMatch(/^HTTP\/1\.1 200 /)
    expect(response.match(/HTTP\/1\.1 /g)).toHaveLength(1)
  })
})

test('headers must arrive within 10 seconds, bodies may take longer', () => {
  expect(server.headersTimeout).toBe(10_000)
  expect(server.requestTimeout).toBe(limits.media.uploadMsMax)
})

test('one address can take at most half of all connections', async () => {
  const { connectionsMax } = limits.traffic
  expect(server.maxConnections).toBe(connectionsMax)
  // Silence is otherwise ended after 10 s, which would make room for one more on a slow machine.
  server.headersTimeout = 0
  const silent: Socket[] = []
  while (silent.length < connectionsMax / 2) {
    // In groups below Node's backlog of 511: the kernel delays those above it, and later ones overtake.
    const group = Array.from({ length: 250 }, () => open())
    await Promise.all(group.map((socket) => once(socket, 'connect')))
    silent.push(...group)
    await expect.poll(connectionCount).toBe(silent.length)
  }
  const oneMore = open()
  expect(await text(oneMore).catch(() => '')).toBe('')
  expect(silent.filter((socket) => socket.closed)).toEqual([])

  const other = open('127.0.0.2')
  other.write('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(await text(other)).toMatch(/^HTTP\/1\.1 200 /)

  for (const socket of silent) socket.destroy()
  await expect
    .poll(async () => {
      const again = open()
      again.write('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      return (await text(again).catch(() => '')).slice(0, 12)
    })
    .toBe('HTTP/1.1 200')
})
