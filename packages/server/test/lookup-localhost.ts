import type dns from 'node:dns'

type Callback = (err: Error | null, addresses: dns.LookupAddress[]) => void

const loopback = [{ address: '127.0.0.1', family: 4 }]

/**
 * The names of test apps: `localhost` and those below it. Every other name is unknown at once, so that no test
 * depends on the nameserver of the machine, which may take seconds.
 */
export const lookUpLocalhost = ((host: string, _options: unknown, callback: Callback) => {
  if (host === 'localhost' || host.endsWith('.localhost')) {
    process.nextTick(callback, null, loopback)
    return
  }
  const unknown = Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' })
  process.nextTick(callback, unknown, [])
}) as unknown as typeof dns.lookup
