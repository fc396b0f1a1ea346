import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** What arrived since the last reset; nothing is kept of paths below /hang. */
export type Tally = {
  arrived: number
  /** Arrivals of a delivery id that had arrived before. */
  duplicated: number
  /** By this machine's clock, in ms. */
  firstAt: number
  lastAt: number
  /** When each thousandth arrived. */
  thousandths: number[]
  /** The `post_id` of each event that arrived, and when. */
  marks: [mark: string, at: number][]
}

/**
 * The receiver of the benchmarks, a process of its own: takes everything, answers 200 and counts;
 * below /hang it never answers. It verifies no signature, so that both sides of a comparison pay
 * the same for it. `https` or `http` is its first word.
 */
const ids = new Set<string>()
const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name))
let tally = emptyTally()

const listener: RequestListener = (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (request.url?.startsWith('/hang')) return
    const now = performance.timeOrigin + performance.now()
    const id = String(request.headers['service-delivery'])
    tally.arrived += 1
    if (ids.has(id)) tally.duplicated += 1
    ids.add(id)
    tally.firstAt ||= now
    tally.lastAt = now
    if (tally.arrived % 1_000 === 0) tally.thousandths.push(now)
    if (request.url?.startsWith('/timed')) {
      const mark = /"post_id":"([^"]+)"/.exec(Buffer.concat(chunks).toString('utf8'))?.[1]
      if (mark) tally.marks.push([mark, now])
    }
    response.end('ok')
  })
}
const isSecure = process.argv[2] === 'https'
const server = isSecure
  ? createServer({ key: fixture('receiver.key'), cert: fixture('receiver.pem') }, listener)
  : createHttpServer(listener)
server.keepAliveTimeout = 30_000
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ url: `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}` })
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
  return { arrived: 0, duplicated: 0, firstAt: 0, lastAt: 0, thousandths: [], marks: [] }
}
