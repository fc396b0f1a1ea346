import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createOutbound, OutboundError, type OutboundResponse } from './outbound.ts'

const fixtures = join(import.meta.dirname, '..', '..', 'test', 'fixtures')
const fixture = (name: string) => readFileSync(join(fixtures, name), 'utf8')

const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

type Breaks = (socket: Socket) => void
const ends: Breaks = (socket) => void socket.end()
const resets: Breaks = (socket) => void socket.destroy()

/** A client, and a receiver that breaks each connection at its second request. */
async function openFixture(kind: 'http' | 'https', breaks: Breaks, breaksAt = 2) {
  const served = new Map<Socket, number>()
  const listener: RequestListener = (request, response) => {
    const count = (served.get(request.socket) ?? 0) + 1
    served.set(request.socket, count)
    if (count >= breaksAt) breaks(request.socket)
    else response.end('ok')
  }
  const server: Server =
    kind === 'http'
      ? createHttpServer(listener)
      : createHttpsServer({ key: fixture('receiver.key'), cert: fixture('receiver.pem') }, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const lookup = ((_host: string, _options: unknown, callback: (...found: unknown[]) => void) =>
    callback(null, [{ address: '127.0.0.1', family: 4 }])) as never
  const ca = fixture('authority.pem')
  const client = createOutbound({ allowPrivate: true, trustedOrigins: [], lookup, ca })
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  closing.push(() => server.closeAllConnections())
  closing.push(() => client.close())
  const url = new URL(`${kind}://receiver.example.com:${(server.address() as AddressInfo).port}/`)
  const post = async (ifStale?: 'send_again'): Promise<OutboundResponse> => {
    // A connection can be reused one tick after its response ended.
    await new Promise((resume) => setImmediate(resume))
    return await client.request({
      method: 'POST',
      url,
      body: '{}',
      deadlineMs: 2_000,
      responseBytesMax: 65_536,
      keep: 'start',
      ...(ifStale ? { ifStale } : {}),
    })
  }
  return { post, requests: () => [...served.values()] }
}

const kindOf = (err: unknown) => (err instanceof OutboundError ? err.kind : err)

describe.each(['http', 'https'] as const)('a keep-alive %s connection', (kind) => {
  test.each([
    ['ends', ends],
    ['is reset', resets],
  ] as const)(
    'that %s without a byte of the response makes the request be sent again on a new one',
    async (_how, breaks) => {
      const { post, requests } = await openFixture(kind, breaks)
      expect((await post('send_again')).status).toBe(200)
      expect((await post('send_again')).status).toBe(200)
      expect(requests()).toEqual([2, 1])
    },
  )

  test('never makes a platform call be sent twice', async () => {
    const { post, requests } = await openFixture(kind, ends)
    await post()
    expect(await post().catch(kindOf)).toBe('connection')
    expect(requests()).toEqual([2])
  })

  test('that breaks after a byte of the response does not make the request be sent again', async () => {
    const { post, requests } = await openFixture(kind, (socket) => void socket.end('H'))
    await post('send_again')
    expect(await post('send_again').catch(kindOf)).toBe('connection')
    expect(requests()).toEqual([2])
  })
})

test('a new connection that breaks fails immediately', async () => {
  const { post, requests } = await openFixture('http', ends, 1)
  expect(await post('send_again').catch(kindOf)).toBe('connection')
  expect(requests()).toEqual([1])
})
