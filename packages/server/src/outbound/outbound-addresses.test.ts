import type dns from 'node:dns'
import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import {
  closeAll,
  httpServer,
  listen,
  outbound,
  outboundErrorOf,
  postRequest,
  resolvesTo,
} from '../../test/outbound.ts'
import type { Outbound } from './outbound.ts'

afterEach(closeAll)

describe('an address that is not public is never connected to', () => {
  const guarded = (lookup?: typeof dns.lookup) =>
    outbound({ allowPrivate: false, ...(lookup ? { lookup } : {}) })
  const blocked = async (client: Outbound, url: string) => {
    const err = await outboundErrorOf(client.request(postRequest(new URL(url))))
    expect(err.kind).toBe('blocked_address')
    expect(err.sent).toBe(false)
  }
  /** Listens where an attack would arrive. */
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
    expect(lookup.lookedUp).toEqual(['hooks.example.com'])
    expect(connections()).toBe(0)
  })

  test('a public name that also resolves to a private address', async () => {
    await blocked(guarded(resolvesTo(['93.184.215.14', '127.0.0.1'])), 'https://mixed.example.com/')
    await blocked(guarded(resolvesTo(['93.184.215.14', '::1'])), 'https://mixed.example.com/')
  })

  test('a name with more than a hundred addresses, one of them private', async () => {
    const many = Array.from({ length: 120 }, (_, place) => `93.184.215.${place}`)
    await blocked(guarded(resolvesTo([...many, '10.0.0.1'])), 'https://many.example.com/')
  })

  test('a name that becomes private between check and call', async () => {
    const { port, connections } = await trap()
    const lookup = resolvesTo(['93.184.215.14'], ['127.0.0.1'])
    const client = guarded(lookup)
    expect(await client.checkHost('rebind.example.com', 1_000)).toBe('allowed')
    await blocked(client, `https://rebind.example.com:${port}/`)
    expect(lookup.lookedUp).toHaveLength(2)
    expect(connections()).toBe(0)
  })

  test('a name without addresses', async () => {
    await blocked(guarded(resolvesTo([])), 'https://empty.example.com/')
  })
})

describe('trusted origins', () => {
  test('may be private, but not for URLs from users', async () => {
    const url = await httpServer((_request, response) => void response.end('sandbox'))
    const client = outbound({ allowPrivate: false, trustedOrigins: [url.origin] })
    expect((await client.request(postRequest(url))).body.toString()).toBe('sandbox')
    const err = await outboundErrorOf(client.request(postRequest(url, { guard: 'always' })))
    expect(err.kind).toBe('blocked_address')
  })
})

describe.each(['chosen_host', 'typed_host'] as const)('a request guarded as %s', (guard) => {
  const serve = () => httpServer((_request, response) => void response.end('a server'))
  const refused = async (client: Outbound, url: URL, deadlineMs = 50) =>
    (await outboundErrorOf(client.request(postRequest(url, { guard, deadlineMs })))).kind

  test('reaches no private address, even where the configuration allows them', async () => {
    expect(await refused(outbound({ allowPrivate: true }), await serve())).toBe('blocked_address')
  })

  test('reaches no platform with a private address', async () => {
    const url = await serve()
    expect(await refused(outbound({ trustedOrigins: [url.origin] }), url)).toBe('blocked_address')
  })

  test('does not use http', async () => {
    const client = outbound({ lookup: resolvesTo(['93.184.215.14']) })
    expect(await refused(client, new URL('http://social.example.com/'))).toBe('blocked_address')
  })

  test('reaches a trusted server', async () => {
    const url = await serve()
    const client = outbound({ allowPrivate: false, trustedServers: [url.origin] })
    const response = await client.request(postRequest(url, { guard }))
    expect(response.body.toString()).toBe('a server')
  })
})

test('a typed host that is blocked takes as long as one that does not respond', async () => {
  const url = await httpServer((_request, response) => void response.end())
  const startedAt = performance.now()
  const request = postRequest(url, { guard: 'typed_host', deadlineMs: 300 })
  const err = await outboundErrorOf(outbound().request(request))
  expect(err.kind).toBe('blocked_address')
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(295)
})

describe('checking a host', () => {
  test.each([
    [['93.184.215.14'], 'allowed'],
    [['10.0.0.1'], 'refused'],
    [['93.184.215.14', '10.0.0.1'], 'refused'],
    [[], 'unknown'],
  ] as const)('%j is %s', async (addresses, verdict) => {
    const client = outbound({ allowPrivate: false, lookup: resolvesTo([...addresses]) })
    expect(await client.checkHost('hooks.example.com', 1_000)).toBe(verdict)
  })

  test('a name that does not resolve in time is unknown', async () => {
    const client = outbound({ allowPrivate: false, lookup: (() => {}) as never })
    expect(await client.checkHost('slow.example.com', 20)).toBe('unknown')
  })
})
