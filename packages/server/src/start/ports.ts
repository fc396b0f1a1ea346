import { createServer } from 'node:net'

/** The first port from `first` on that is free on `host`, and not `kept` for another program. */
export async function freePort(
  first: number,
  host = '127.0.0.1',
  kept: number | null = null,
): Promise<number> {
  for (let port = first; port < first + 100; port += 1) {
    if (port !== kept && (await isFree(port, host))) return port
  }
  throw new Error(`No free port between ${first} and ${first + 99}.`)
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
