import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The deliveries since the last reset, without those below /hang. */
export type Tally = {
  arrived: number
  /** Repeated arrivals of a delivery id. */
  duplicated: number
  /** Time of the last arrival in ms, by this machine's clock. */
  lastAt: number
  /** Time of every thousandth arrival. */
  thousandths: number[]
  /** The `post_id` and arrival time of each event. */
  marks: [mark: string, at: number][]
}

export type Receiver = {
  url: string
  request(message: 'tally' | 'reset'): Promise<Tally>
  /** Waits until this number of different deliveries has arrived. */
  arrived(count: number): Promise<Tally>
}

const waitMsMax = 120_000

/** Runs this file in a child process while `work` is running. */
export async function withReceiver<Result>(
  work: (receiver: Receiver) => Promise<Result>,
): Promise<Result> {
  const child = fork(import.meta.filename)
  try {
    const { url } = await nextMessage<{ url: string }>(child)
    const ask = async (message: 'tally' | 'reset') => {
      const response = nextMessage<{ tally: Tally }>(child)
      child.send(message)
      return (await response).tally
    }
    const arrived = async (count: number) => {
      const began = performance.now()
      for (;;) {
        const tally = await ask('tally')
        if (tally.arrived - tally.duplicated >= count) return tally
        if (performance.now() - began > waitMsMax) {
          throw new Error(`Only ${tally.arrived} of ${count} deliveries arrived.`)
        }
        await pause(200)
      }
    }
    return await work({ url, request: ask, arrived })
  } finally {
    child.disconnect()
  }
}

function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve) => child.once('message', (message) => resolve(message as Message)))
}

/** Responds with 200 and counts; below /hang it never responds. Verifies no signatures. */
function serve(): void {
  const ids = new Set<string>()
  let tally = emptyTally()
  const [key, cert] = ['receiver.key', 'receiver.pem'].map((name) =>
    readFileSync(join(import.meta.dirname, 'fixtures', name)),
  )
  const server = createServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url?.startsWith('/hang')) return
      const now = performance.timeOrigin + performance.now()
      const id = String(request.headers['service-delivery'])
      tally.arrived += 1
      if (ids.has(id)) tally.duplicated += 1
      ids.add(id)
      tally.lastAt = now
      if (tally.arrived % 1_000 === 0) tally.thousandths.push(now)
      if (request.url?.startsWith('/timed')) {
        const mark = /"post_id":"([^"]+)"/.exec(Buffer.concat(chunks).toString('utf8'))?.[1]
        if (mark) tally.marks.push([mark, now])
      }
      response.end('ok')
    })
  })
  server.keepAliveTimeout = 30_000
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ url: `https://127.0.0.1:${(server.address() as AddressInfo).port}` })
  })
  process.on('message', (message: 'tally' | 'reset') => {
    if (message === 'reset') {
      ids.clear()
      tally = emptyTally()
    }
    process.send?.({ tally })
  })
  process.on('disconnect', () => process.exit(0))
}

function emptyTally(): Tally {
  return { arrived: 0, duplicated: 0, lastAt: 0, thousandths: [], marks: [] }
}

if (import.meta.main) serve()
