import type dns from 'node:dns'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createOutbound, type Outbound, OutboundError, type OutboundRequest } from './outbound.ts'

const fixtures = join(import.meta.dirname, '..', '..', 'test', 'fixtures')
const fixture = (name: string) => readFileSync(join(fixtures, name), 'utf8')

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return (server.address() as AddressInfo).port
}

/** A server that gets the raw socket once a request has begun to arrive. */
async function rawServer(talk: (socket: Socket) => void): Promise<URL> {
  const port = await listen(createServer((socket) => void socket.once('data', () => talk(socket))))
  return new URL(`http://127.0.0.1:${port}/hook`)
}

async function httpServer(listener: RequestListener): Promise<URL> {
  return new URL(`http://127.0.0.1:${await listen(createHttpServer(listener))}/hook`)
}

function outbound(options: Partial<Parameters<typeof createOutbound>[0]> = {}): Outbound {
  const made = createOutbound({ allowPrivate: true, trustedOrigins: [], ...options })
  closing.push(() => made.close())
  return made
}

const post = (url: URL, more: Partial<OutboundRequest> = {}): OutboundRequest => ({
  method: 'POST',
  url,
  body: '{}',
  deadlineMs: 2_000,
  responseBytesMax: 65_536,
  keep: 'start',
  bytesKept: 4_096,
  ...more,
})

async function failure(promise: Promise<unknown>): Promise<OutboundError> {
  const thrown = await promise.then(
    () => null,
    (err: unknown) => err,
  )
  expect(thrown).toBeInstanceOf(OutboundError)
  return thrown as OutboundError
}

/** A look-up that answers these addresses, whatever is asked. */
function resolvesTo(...lists: string[][]): typeof dns.lookup & { asked: string[] } {
  const asked: string[] = []
  const lookup = (
    host: string,
    _options: unknown,
    callback: (err: null, addresses: dns.LookupAddress[]) => void,
  ) => {
    const addresses = lists[Math.min(asked.length, lists.length - 1)]!
    asked.push(host)
    const family = (address: string) => (address.includes(':') ? 6 : 4)
    callback(
      null,
      addresses.map((address) => ({ address, family: family(address) })),
    )
  }
  return Object.assign(lookup, { asked }) as never
}

describe('an answer', () => {
  test('carries status, headers and the body', async () => {
    const url = await httpServer((request, response) => {
      response.writeHead(201, { 'x-method': request.method ?? '' }).end('made')
    })
    const answer = await outbound().request(post(url))
    expect(answer.status).toBe(201)
    expect(answer.headers['x-method']).toBe('POST')
    expect(answer.body.toString()).toBe('made')
  })

  test('that redirects is not followed', async () => {
    const paths: string[] = []
    const url = await httpServer((request, response) => {
      paths.push(request.url ?? '')
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    expect((await outbound().request(post(url))).status).toBe(302)
    expect(paths).toEqual(['/hook'])
  })

  test('is cut to the bytes that are kept; an endless one is ended at the limit', async () => {
    let written = 0
    const url = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const more = () => {
        written += 16_384
        if (!socket.destroyed) socket.write(Buffer.alloc(16_384, 'x'), () => setImmediate(more))
      }
      more()
    })
    const answer = await outbound().request(post(url))
    expect(answer.status).toBe(200)
    expect(answer.body).toHaveLength(4_096)
    expect(written).toBeLessThan(8_000_000)
  })

  test('asked for in whole is refused beyond the limit', async () => {
    const url = await httpServer((_request, response) => void response.end('x'.repeat(70_000)))
    const err = await failure(outbound().request(post(url, { keep: 'whole' })))
    expect(err.kind).toBe('too_large')
  })

  test('is not decompressed, so a gzip bomb stays small', async () => {
    const url = await httpServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(Buffer.from('1f8b0800', 'hex'))
    })
    expect((await outbound().request(post(url))).body.toString('hex')).toBe('1f8b0800')
  })

  test('with 200 kB of headers is refused', async () => {
    const url = await rawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nx-long: ${'a'.repeat(200_000)}\r\n\r\n`)
    })
    const err = await failure(outbound().request(post(url)))
    expect(err.kind).toBe('too_large')
    expect(err.sent).toBe(true)
  })
})

describe('the deadline is absolute, whatever the receiver does', () => {
  const deadlineMs = 150
  // A machine that does other things too is late, but not by as much as a receiver that never ends.
  const crowdedMs = 2_000
  const late = async (url: URL) => {
    const began = performance.now()
    const err = await failure(outbound().request(post(url, { deadlineMs })))
    expect(err.kind).toBe('timeout')
    const took = performance.now() - began
    expect(took).toBeGreaterThanOrEqual(deadlineMs - 2)
    expect(took).toBeLessThan(deadlineMs + crowdedMs)
    return err
  }
  const every = (ms: number, socket: Socket, act: () => void) => {
    const timer = setInterval(act, ms)
    socket.on('close', () => clearInterval(timer))
  }

  test('it hangs', async () => {
    expect((await late(await rawServer(() => {}))).sent).toBe(true)
  })

  test('it drips headers', async () => {
    await late(
      await rawServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        every(20, socket, () => void socket.write('x-drip: 1\r\n'))
      }),
    )
  })

  test('it sends 1xx forever', async () => {
    await late(
      await rawServer((socket) => {
        every(20, socket, () => void socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'))
      }),
    )
  })

  test('it drips a body after a 2xx: the headers decide', async () => {
    const url = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n')
      every(20, socket, () => void socket.write('x'))
    })
    const began = performance.now()
    const answer = await outbound().request(post(url, { deadlineMs }))
    expect(answer.status).toBe(200)
    expect(performance.now() - began).toBeLessThan(deadlineMs + crowdedMs)
  })

  test('it drips a body that is asked for in whole', async () => {
    const url = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n')
      every(20, socket, () => void socket.write('x'))
    })
    const err = await failure(outbound().request(post(url, { deadlineMs, keep: 'whole' })))
    expect(err.kind).toBe('timeout')
  })

  test('it accepts no TLS handshake', async () => {
    const plain = await rawServer(() => {})
    const err = await late(new URL(`https://127.0.0.1:${plain.port}/`))
    expect(err.sent).toBe(false)
  })

  test('its name takes ten seconds to resolve, and the request is not sent behind our back', async () => {
    let requests = 0
    const url = await httpServer((_request, response) => {
      requests += 1
      response.end()
    })
    let resolveName = () => {}
    const resolved = new Promise<void>((done) => {
      resolveName = done
    })
    const lookup = ((
      _host: string,
      _options: unknown,
      callback: (err: null, found: unknown, family: number) => void,
    ) => {
      void resolved.then(() => callback(null, [{ address: '127.0.0.1', family: 4 }], 4))
    }) as never
    const slow = outbound({ lookup })
    const target = new URL(`http://slow.example.com:${url.port}/`)
    const err = await failure(slow.request(post(target, { deadlineMs })))
    expect(err.kind).toBe('timeout')
    expect(err.sent).toBe(false)
    resolveName()
    // A second request to the same place is answered only after the first had its chance.
    expect((await slow.request(post(target))).status).toBe(200)
    expect(requests).toBe(1)
  })
})

describe('a receiver that breaks off', () => {
  test('resets the connection before an answer', async () => {
    const url = await rawServer((socket) => void socket.resetAndDestroy())
    const err = await failure(outbound().request(post(url)))
    expect(err.kind).toBe('connection')
    expect(err.sent).toBe(true)
  })

  test('resets it in the middle of the body after a 2xx: the headers decide', async () => {
    const url = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nabc', () => {
        setImmediate(() => socket.resetAndDestroy())
      })
    })
    expect((await outbound().request(post(url))).status).toBe(200)
  })

  test('speaks no HTTP', async () => {
    const url = await rawServer((socket) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
    expect((await failure(outbound().request(post(url)))).kind).toBe('connection')
  })

  test('listens no more', async () => {
    const url = await httpServer((_request, response) => void response.end())
    await closing.pop()!()
    const err = await failure(outbound().request(post(url)))
    expect(err.kind).toBe('connection')
    expect(err.sent).toBe(false)
  })

  test('has a name that does not exist', async () => {
    const lookup = ((_host: string, _options: unknown, callback: (err: Error) => void) => {
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))
    }) as never
    const err = await failure(
      outbound({ lookup }).request(post(new URL('http://gone.example.com/'))),
    )
    expect(err.kind).toBe('dns')
    expect(err.sent).toBe(false)
  })

  test('a request that cannot be made is an error too, not a hang', async () => {
    const url = await httpServer((_request, response) => void response.end())
    const err = await failure(outbound().request(post(url, { headers: { 'bad header': 'x' } })))
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
    const door = outbound({ lookup, ca: fixture('authority.pem') })
    const answer = await door.request(post(new URL(`https://receiver.example.com:${port}/`)))
    expect(answer.body.toString()).toBe('safe')
  })

  test('a certificate for another name is refused', async () => {
    const port = await serve()
    const door = outbound({ lookup, ca: fixture('authority.pem') })
    const err = await failure(door.request(post(new URL(`https://other.example.com:${port}/`))))
    expect(err.kind).toBe('tls')
    expect(err.sent).toBe(false)
  })

  test('a certificate of an unknown authority is refused', async () => {
    const port = await serve()
    const url = new URL(`https://receiver.example.com:${port}/`)
    expect((await failure(outbound({ lookup }).request(post(url)))).kind).toBe('tls')
  })

  test('a receiver that speaks plain HTTP on the port is refused', async () => {
    const url = await httpServer((_request, response) => void response.end())
    const secure = new URL(`https://receiver.example.com:${url.port}/`)
    expect((await failure(outbound({ lookup }).request(post(secure)))).kind).toBe('tls')
  })
})

describe('an address that is not public is never connected to', () => {
  const guarded = (lookup?: typeof dns.lookup) =>
    outbound({ allowPrivate: false, ...(lookup ? { lookup } : {}) })
  const blocked = async (door: Outbound, url: string) => {
    const err = await failure(door.request(post(new URL(url))))
    expect(err.kind).toBe('blocked_address')
    expect(err.sent).toBe(false)
  }
  /** Listens where the attack would arrive. */
  const trap = async () => {
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    return { port: await listen(server), connections: () => connections }
  }

  test.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '10.0.0.1', '169.254.169.254', '0.0.0.0'])(
    'the literal %s',
    async (host) => {
      await blocked(guarded(), `https://${host}/`)
    },
  )

  test('plain http', async () => {
    await blocked(guarded(), 'http://93.184.215.14/')
  })

  test('a public name that resolves to it', async () => {
    const { port, connections } = await trap()
    const lookup = resolvesTo(['127.0.0.1'])
    await blocked(guarded(lookup), `https://hooks.example.com:${port}/`)
    expect(lookup.asked).toEqual(['hooks.example.com'])
    expect(connections()).toBe(0)
  })

  test('a public name whose answers are mixed', async () => {
    await blocked(guarded(resolvesTo(['93.184.215.14', '127.0.0.1'])), 'https://mixed.example.com/')
    await blocked(guarded(resolvesTo(['93.184.215.14', '::1'])), 'https://mixed.example.com/')
  })

  test('a name with more than a hundred answers, one of them private', async () => {
    const many = Array.from({ length: 120 }, (_, place) => `93.184.215.${place}`)
    await blocked(guarded(resolvesTo([...many, '10.0.0.1'])), 'https://many.example.com/')
  })

  test('a name that was public when it was checked and is private when it is called', async () => {
    const { port, connections } = await trap()
    const lookup = resolvesTo(['93.184.215.14'], ['127.0.0.1'])
    const door = guarded(lookup)
    expect(await door.checkHost('rebind.example.com', 1_000)).toBe('allowed')
    await blocked(door, `https://rebind.example.com:${port}/`)
    expect(lookup.asked).toHaveLength(2)
    expect(connections()).toBe(0)
  })

  test('a name without any address', async () => {
    await blocked(guarded(resolvesTo([])), 'https://empty.example.com/')
  })
})

describe('our own platforms', () => {
  test('may be private; a url that somebody gave us may not profit from it', async () => {
    const url = await httpServer((_request, response) => void response.end('sandbox'))
    const door = outbound({ allowPrivate: false, trustedOrigins: [url.origin] })
    expect((await door.request(post(url))).body.toString()).toBe('sandbox')
    const err = await failure(door.request(post(url, { guard: 'always' })))
    expect(err.kind).toBe('blocked_address')
  })
})

describe('checking a host', () => {
  test.each([
    [['93.184.215.14'], 'allowed'],
    [['10.0.0.1'], 'refused'],
    [['93.184.215.14', '10.0.0.1'], 'refused'],
    [[], 'unknown'],
  ] as const)('%j is %s', async (addresses, verdict) => {
    const door = outbound({ allowPrivate: false, lookup: resolvesTo([...addresses]) })
    expect(await door.checkHost('hooks.example.com', 1_000)).toBe(verdict)
  })

  test('a name that does not resolve in time is unknown', async () => {
    const door = outbound({ allowPrivate: false, lookup: (() => {}) as never })
    expect(await door.checkHost('slow.example.com', 20)).toBe('unknown')
  })
})
