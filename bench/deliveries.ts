import { cpuOf, cpuOfFamily } from './cpu.ts'
import { type Engine, startWorker, withEngine } from './engine.ts'
import { memoryOf, postgresOf } from './processes.ts'
import { openReceiver, type Receiver, rateAfter } from './receivers.ts'

const endpoints = 10
const events = 5_000
const deliveries = endpoints * events
/** A process that has just started compiles its code first; it is measured after these. */
const warmUp = 10_000

/**
 * One worker process works off a backlog of 50,000 deliveries to 10 endpoints over HTTPS, with
 * receiver and PostgreSQL on the same machine. CPU time is that of the deliveries after the warm-up.
 */
export async function benchDeliveries(): Promise<Record<string, unknown>> {
  const receiver = await openReceiver('https')
  try {
    return await withEngine((engine) => workOff(engine, receiver))
  } finally {
    receiver.close()
  }
}

async function workOff(engine: Engine, receiver: Receiver) {
  for (let place = 0; place < endpoints; place += 1) {
    await engine.addEndpoint(`${receiver.url}/${place}`)
  }
  const began = performance.now()
  await engine.publishMany(events)
  const published = Math.round(events / ((performance.now() - began) / 1_000))

  await receiver.ask('reset')
  const postgres = postgresOf(engine.dataDir)!
  const worker = await startWorker(engine)
  const cpu = () => ({ node: cpuOf(worker.pid), postgres: cpuOfFamily(postgres) })
  const { arrived: arrivedBefore } = await receiver.arrived(warmUp)
  const before = cpu()
  const tally = await receiver.arrived(deliveries)
  const after = cpu()
  const { rss } = memoryOf([worker.pid])
  await worker.end()
  const measured = tally.arrived - arrivedBefore
  const perDelivery = (seconds: number) => Math.round((seconds * 1_000_000) / measured)
  return {
    deliveries_per_s: rateAfter(tally, warmUp),
    cpu_us_node: perDelivery(after.node - before.node),
    cpu_us_postgres: perDelivery(after.postgres - before.postgres),
    deliveries,
    duplicated: tally.duplicated,
    published_events_per_s: published,
    worker_rss_mb: rss,
  }
}
