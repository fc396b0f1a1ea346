import { createSocket, type Socket } from 'node:dgram'
import type dns from 'node:dns'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createLookup } from './lookup.ts'

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

/** A nameserver with these names (IPv4) that does not respond for `hangs…` and denies all others. */
async function nameserver(addresses: Record<string, string>): Promise<string> {
  const socket = createSocket('udp4')
  sockets.push(socket)
  socket.on('message', (query, from) => {
    const { name, type, end } = questionOf(query)
    if (name.startsWith('hangs')) return
    const address = type === 1 ? addresses[name] : undefined
    const recordHeader = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4])
    const header = Buffer.from([0x81, name in addresses ? 0x80 : 0x83, 0, 1, 0, address ? 1 : 0])
    const octets = Buffer.from((address ?? '').split('.').map(Number))
    const parts = [query.subarray(0, 2), header, Buffer.alloc(4), query.subarray(12, end)]
    if (address) parts.push(recordHeader, octets)
    socket.send(Buffer.concat(parts), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return `127.0.0.1:${(socket.address() as AddressInfo).port}`
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (; query[at]; at += query[at]! + 1) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function resolve(lookup: typeof dns.lookup, host: string): Promise<unknown> {
  return new Promise((settle) => {
    lookup(host, { all: true }, (err, addresses) => settle(err ? err.code : addresses))
  })
}

test('a name is resolved by the nameservers', async () => {
  const lookup = createLookup({ servers: [await nameserver({ 'hooks.example.com': '192.0.2.7' })] })
  expect(await resolve(lookup, 'hooks.example.com')).toEqual([{ address: '192.0.2.7', family: 4 }])
})

test('names with hanging nameservers do not delay other names', async () => {
  const lookup = createLookup({ servers: [await nameserver({ 'fine.example.com': '192.0.2.7' })] })
  let hanging = 50
  const hung = Array.from({ length: hanging }, async (_, place) => {
    const addresses = await resolve(lookup, `hangs${place}.example.com`)
    hanging -= 1
    return addresses
  })
  expect(await resolve(lookup, 'fine.example.com')).toHaveLength(1)
  expect(hanging).toBe(50)
  expect(new Set(await Promise.all(hung))).toEqual(new Set(['ETIMEOUT']))
})

test('a name without a dot is looked up in the system', async () => {
  const lookup = createLookup({ servers: [await nameserver({})] })
  const resolved = (await resolve(lookup, 'localhost')) as dns.LookupAddress[]
  expect(['127.0.0.1', '::1']).toContain(resolved[0]!.address)
})

test('a name below localhost is this machine, whatever the nameservers say', async () => {
  const lookup = createLookup({ servers: [await nameserver({ 'a.localhost': '192.0.2.7' })] })
  expect(await resolve(lookup, 'a.localhost')).toEqual([
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ])
})
