import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What arrived since the last reset. */
export type Tally = {
  arrived: number
  /** Arrivals of a delivery id that had arrived before. */
  duplicated: number
  /** By this machine's clock, in ms. */
  firstAt: number
  lastAt: number
  /** From the event's `created_at` to its arrival, in ms, when asked for. */
  latencies: number[]
}

/**
 * The receiver of the benchmarks, a process of its own: takes everything, answers 200 and counts.
 * It verifies no signature, so that both sides of a comparison pay the same for it.
 */
const ids = new Set<string>()
let tally = emptyTally()

const server = createServer((request, response) => {
  const id = String(request.headers['service-delivery'])
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const now = performance.timeOrigin + performance.now()
    tally.arrived += 1
    if (ids.has(id)) tally.duplicated += 1
    ids.add(id)
    tally.firstAt ||= now
    tally.lastAt = now
    const createdAt = /"created_at":"([^"]+)"/.exec(Buffer.concat(chunks).toString('utf8'))?.[1]
    if (createdAt) tally.latencies.push(now - Date.parse(createdAt))
    response.end('ok')
  })
})
server.keepAliveTimeout = 30_000
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})

process.on('message', (message: 'tally' | 'reset') => {
  if (message === 'reset') {
    ids.clear()
    tally = emptyTally()
  }
  process.send?.({ tally })
})
process.on('disconnect', () => process.exit(0))

function emptyTally(): Tally {
  return { arrived: 0, duplicated: 0, firstAt: 0, lastAt: 0, latencies: [] }
}
