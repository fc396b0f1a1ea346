import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** What arrived since the last reset; nothing is kept of paths below /hang. */
export type Tally = {
  arrived: number
  /** Arrivals of a delivery id that had arrived before. */
  duplicated: number
  /** By this machine's clock, in ms. */
  lastAt: number
  /** When each thousandth arrived. */
  thousandths: number[]
  /** The `post_id` of each event that arrived, and when. */
  marks: [mark: string, at: number][]
}

export type Receiver = {
  url: string
  ask(message: 'tally' | 'reset'): Promise<Tally>
  /** Waits until as many different deliveries have arrived. */
  arrived(count: number): Promise<Tally>
}

const waitMsMax = 120_000

/** Starts this file as a process of its own for as long as the work takes. */
export async function withReceiver<Result>(
  work: (receiver: Receiver) => Promise<Result>,
): Promise<Result> {
  const child = fork(import.meta.filename)
  try {
    const { url } = await answerOf<{ url: string }>(child)
    const ask = async (message: 'tally' | 'reset') => {
      const answer = answerOf<{ tally: Tally }>(child)
      child.send(message)
      return (await answer).tally
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
    return await work({ url, ask, arrived })
  } finally {
    child.disconnect()
  }
}

function answerOf<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve) => child.once('message', (message) => resolve(message as Message)))
}

/** Takes everything, answers 200 and counts; below /hang it never answers. Verifies no signature. */
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
