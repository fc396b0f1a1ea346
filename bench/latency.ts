import { setTimeout as pause } from 'node:timers/promises'
import { type Engine, withEngine } from './engine.ts'
import { percentiles, rounded, sized } from './measure.ts'
import { type Receiver, withReceiver } from './receiver.ts'

const rates = [50, 100, 300]
const seconds = sized(10, 1)
const warmUpEvents = 200
const restMs = 1_000

/**
 * Measures the time from the commit of an event to its arrival, at 50, 100 and 300 events per second to
 * one endpoint. Open loop: events are published on schedule, without waiting for earlier ones.
 */
export async function benchLatency(): Promise<Record<string, unknown>> {
  return await withReceiver((receiver) =>
    withEngine(async (engine) => {
      await engine.addEndpoint(`${receiver.url}/timed`)
      const worker = await engine.start('worker')
      await engine.publishMany(warmUpEvents)
      await receiver.arrived(warmUpEvents)
      const measured: Record<string, unknown> = {}
      for (const rate of rates) {
        const latencies = await openLoop(engine, receiver, { rate, endpoints: 1, seconds })
        measured[rate] = percentiles(latencies)
        process.stdout.write(`${rate}/s: ${JSON.stringify(measured[rate])}\n`)
      }
      await worker.stop()
      return { rates: measured }
    }),
  )
}

/** Publishes on schedule. Returns the milliseconds from commit to receipt of each delivery. */
async function openLoop(
  engine: Engine,
  receiver: Receiver,
  load: { rate: number; endpoints: number; seconds: number },
): Promise<number[]> {
  await receiver.request('reset')
  const committedAt = new Map<string, number>()
  const running: Promise<void>[] = []
  const events = load.rate * load.seconds
  const began = performance.now()
  for (let index = 0; index < events; index += 1) {
    const waitMs = began + (index * 1_000) / load.rate - performance.now()
    if (waitMs > 0) await pause(waitMs)
    const mark = `post_${load.rate}_${index}`
    const published = engine.publish(mark).then(() => {
      committedAt.set(mark, performance.timeOrigin + performance.now())
    })
    running.push(published)
  }
  await Promise.all(running)
  const { marks } = await receiver.arrived(events * load.endpoints)
  await pause(restMs)
  // A delivery can arrive before the response to its COMMIT: count 0 ms.
  return marks.map(([mark, at]) => Math.max(0, at - committedAt.get(mark)!))
}

const endpoints = 10
const hanging = 3
const rounds = sized(2, 1)

/**
 * Measures the time from commit to receipt at seven endpoints while three others hang until the timeout
 * of 5 s, and while those three are disabled. Rounds alternate to average out other load.
 */
export async function benchIsolation(): Promise<Record<string, unknown>> {
  return await withReceiver((receiver) =>
    withReceiver((hung) =>
      withEngine(async (engine) => {
        for (let index = 0; index < endpoints; index += 1) {
          const url = index < hanging ? `${hung.url}/hang` : `${receiver.url}/timed`
          await engine.addEndpoint(`${url}/${index}`)
        }
        const worker = await engine.start('worker')
        const load = { rate: 20, seconds, endpoints: endpoints - hanging }
        const measure = async (isHanging: boolean) => {
          await engine.ctx.db.pool.query(
            `update webhook_endpoint set active = $1, consecutive_failures = 0, attempt_after = null,
              inactive_reason = case when $1 then null else 'owner' end where url like '%/hang/%'`,
            [isHanging],
          )
          const latencies = await openLoop(engine, receiver, load)
          const name = isHanging ? '3 of 10 hang' : 'baseline'
          process.stdout.write(`${name}: ${JSON.stringify(percentiles(latencies))}\n`)
          return latencies
        }
        await measure(false)
        const [baseline, withHanging]: [number[], number[]] = [[], []]
        for (let round = 0; round < rounds; round += 1) {
          baseline.push(...(await measure(false)))
          withHanging.push(...(await measure(true)))
        }
        await worker.stop()
        const [plain, affected] = [percentiles(baseline), percentiles(withHanging)]
        const ratio = rounded(affected.p99_ms / plain.p99_ms, 2)
        return { ratio, baseline: plain, hanging: affected }
      }),
    ),
  )
}
