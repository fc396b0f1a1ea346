import dns from 'node:dns'

/** The second try takes twice as long; both together take less than a connection may take. */
const queryMs = 800
const queryTries = 2
/** How long the first address family waits for the other (RFC 8305 §3). */
const familyDelayMs = 50
/** Half of libuv's four threads; the other half stays free for files and cryptography. */
const systemLookupsMax = 2
/** Error codes for an unknown name, and for a missing nameserver. */
const notFoundCodes = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'ENONAME', 'EBADNAME'])

/** Names below `localhost`, which not every system resolves (RFC 6761 §6.3). */
const loopback = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

type LookupCallback = (err: Error | null, addresses: dns.LookupAddress[]) => void

/**
 * Creates a replacement for `dns.lookup`, which blocks one of libuv's four threads per name: four names
 * with hanging nameservers would stall all names, files and hashes of the process. Names are queried
 * from the nameservers directly, without a concurrency limit and each with a timeout. Only names that
 * they do not know, or without a dot, are looked up in the system (/etc/hosts), two at a time.
 */
export function createLookup(options: { servers?: readonly string[] } = {}): typeof dns.lookup {
  const resolver = new dns.Resolver({ timeout: queryMs, tries: queryTries })
  if (options.servers) resolver.setServers(options.servers)
  const system = limitConcurrency(systemLookupsMax)
  const lookup = (
    host: string,
    lookupOptions: dns.LookupOptions,
    callback: LookupCallback,
  ): void => {
    const lookUpInSystem = () =>
      system((done) =>
        dns.lookup(host, { ...lookupOptions, all: true }, (err, addresses) => {
          done()
          callback(err, addresses ?? [])
        }),
      )
    if (host.endsWith('.localhost')) process.nextTick(callback, null, loopback)
    else if (!host.includes('.')) lookUpInSystem()
    else
      queryNameservers(resolver, host, (err, addresses) => {
        if (err && isNotFound(err)) lookUpInSystem()
        else callback(err, addresses)
      })
  }
  return lookup as typeof dns.lookup
}

/** The TXT records of a name; empty if there are none or no nameserver answers in time. */
export function lookUpTxt(name: string): Promise<string[]> {
  const resolver = new dns.Resolver({ timeout: queryMs, tries: queryTries })
  return new Promise((resolve) => {
    resolver.resolveTxt(name, (err, records) =>
      // A long value comes in several strings (RFC 7208 §3.3).
      resolve(err ? [] : records.map((strings) => strings.join(''))),
    )
  })
}

/** Queries IPv4 and IPv6 addresses concurrently; succeeds if either has an address. */
function queryNameservers(resolver: dns.Resolver, host: string, callback: LookupCallback): void {
  const addresses: dns.LookupAddress[] = []
  const failures: Error[] = []
  let pending = 2
  let timer: NodeJS.Timeout | null = null
  const finish = () => {
    if (timer) clearTimeout(timer)
    pending = -1
    const serverFailure = failures.find((err) => !isNotFound(err))
    if (addresses.length > 0) callback(null, addresses)
    else callback(serverFailure ?? failures[0] ?? null, [])
  }
  const onAnswer = (family: 4 | 6) => (err: Error | null, found: string[]) => {
    if (pending < 0) return
    pending -= 1
    if (err) failures.push(err)
    else addresses.push(...found.map((address) => ({ address, family })))
    if (pending === 0) finish()
    else if (addresses.length > 0) timer = setTimeout(finish, familyDelayMs)
  }
  resolver.resolve4(host, onAnswer(4))
  resolver.resolve6(host, onAnswer(6))
}

function isNotFound(err: Error): boolean {
  return notFoundCodes.has(String((err as NodeJS.ErrnoException).code))
}

/** Runs at most `max` tasks at a time and queues the others. */
function limitConcurrency(max: number): (work: (done: () => void) => void) => void {
  const waiting: ((done: () => void) => void)[] = []
  let running = 0
  const next = (): void => {
    const work = running < max ? waiting.shift() : undefined
    if (!work) return
    running += 1
    work(() => {
      running -= 1
      next()
    })
  }
  return (work) => {
    waiting.push(work)
    next()
  }
}
