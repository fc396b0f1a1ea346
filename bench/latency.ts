import { type Engine, startWorker, withEngine } from './engine.ts'
import { openReceiver, percentiles, type Receiver } from './receivers.ts'

const rates = [50, 100, 300]
const seconds = 10
const warmUpEvents = 200
const restMs = 1_000

/**
 * From the commit of an event to its arrival, at 50, 100 and 300 events a second to one endpoint.
 * Open loop: events are published by the clock, whatever became of those before.
 */
export async function benchLatency(): Promise<Record<string, unknown>> {
  const receiver = await openReceiver('https')
  try {
    return await withEngine(async (engine) => {
      await engine.addEndpoint(`${receiver.url}/timed`)
      const worker = await startWorker(engine)
      await engine.publishMany(warmUpEvents)
      await receiver.arrived(warmUpEvents)
      const measured: Record<string, unknown> = {}
      for (const rate of rates) {
        const latencies = await openLoop(engine, receiver, { rate, endpoints: 1, seconds })
        measured[rate] = percentiles(latencies)
        process.stdout.write(`${rate}/s: ${JSON.stringify(measured[rate])}\n`)
      }
      await worker.end()
      return { rates: measured }
    })
  } finally {
    receiver.close()
  }
}

/** Publishes by the clock for that long; the ms from commit to receipt of each delivery. */
export async function openLoop(
  engine: Engine,
  receiver: Receiver,
  load: { rate: number; endpoints: number; seconds: number },
): Promise<number[]> {
  await receiver.ask('reset')
  const committedAt = new Map<string, number>()
  const running: Promise<void>[] = []
  const events = load.rate * load.seconds
  const began = performance.now()
  for (let place = 0; place < events; place += 1) {
    const waitMs = began + (place * 1_000) / load.rate - performance.now()
    if (waitMs > 0) await new Promise((resume) => setTimeout(resume, waitMs))
    const mark = `post_${load.rate}_${place}`
    const published = engine.publish(mark).then(() => {
      committedAt.set(mark, performance.timeOrigin + performance.now())
    })
    running.push(published)
  }
  await Promise.all(running)
  const { marks } = await receiver.arrived(events * load.endpoints)
  await new Promise((resume) => setTimeout(resume, restMs))
  // What overtook the answer to its own COMMIT took no time.
  return marks.map(([mark, at]) => Math.max(0, at - committedAt.get(mark)!))
}
