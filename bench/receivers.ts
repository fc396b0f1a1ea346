import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Tally } from './receiver.ts'

export type Receiver = {
  url: string
  ask(message: 'tally' | 'reset'): Promise<Tally>
  /** Waits until as many different deliveries have arrived. */
  arrived(count: number): Promise<Tally>
  close(): void
}

const waitMsMax = 120_000

/** Starts `receiver.ts` as a process of its own. */
export async function openReceiver(kind: 'https' | 'http' = 'https'): Promise<Receiver> {
  const child = fork(join(import.meta.dirname, 'receiver.ts'), [kind])
  const { url } = await answerOf<{ url: string }>(child)
  const ask = async (message: 'tally' | 'reset') => {
    const answer = answerOf<{ tally: Tally }>(child)
    child.send(message)
    return (await answer).tally
  }
  return {
    url,
    ask,
    arrived: async (count) => {
      const began = performance.now()
      for (;;) {
        const tally = await ask('tally')
        if (tally.arrived - tally.duplicated >= count) return tally
        if (performance.now() - began > waitMsMax) {
          throw new Error(`Only ${tally.arrived} of ${count} deliveries arrived.`)
        }
        await new Promise((resume) => setTimeout(resume, 200))
      }
    },
    close: () => child.disconnect(),
  }
}

function answerOf<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((resolve) => child.once('message', (message) => resolve(message as Message)))
}

/** Arrivals per second once the first `warmUp` (thousands) had come, until then or `endedAt`. */
export function rateAfter(tally: Tally, warmUp: number, endedAt = tally.lastAt): number {
  const from = tally.thousandths[warmUp / 1_000 - 1]!
  return Math.round((tally.arrived - warmUp) / ((endedAt - from) / 1_000))
}

/** Of values in ms, rounded to a tenth. */
export function percentiles(values: readonly number[]) {
  const sorted = [...values].sort((left, right) => left - right)
  const at = (share: number) =>
    Math.round((sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 10) / 10
  return { p50_ms: at(0.5), p95_ms: at(0.95), p99_ms: at(0.99) }
}
