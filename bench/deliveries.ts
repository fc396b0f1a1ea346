import { bareInFlight, bareLoop } from './bare.ts'
import { cpuOf, cpuOfFamily } from './cpu.ts'
import { type Engine, startWorker, withEngine } from './engine.ts'
import { memoryOf, postgresOf } from './processes.ts'
import { openReceiver, type Receiver, rateAfter } from './receivers.ts'

const endpoints = 10
const events = 5_000
const deliveries = endpoints * events
const barePosts = 20_000
/** A process that has just started compiles its code first, on either side of the comparison. */
const warmUp = 10_000
const bareWarmUp = 5_000

/**
 * A backlog of 50,000 deliveries to 10 endpoints is worked off by one worker process over HTTPS,
 * receiver and PostgreSQL on the same machine. The limit it is held against is the same signed POSTs
 * in a bare loop, before and after it; both are timed once they are warm.
 */
export async function benchDeliveries(): Promise<Record<string, unknown>> {
  const receiver = await openReceiver('https')
  try {
    const before = await bareRate(receiver)
    const measured = await withEngine((engine) => workOff(engine, receiver))
    const after = await bareRate(receiver)
    const limit = Math.round((before + after) / 2)
    process.stdout.write(
      `bare loop: ${before}/s before, ${after}/s after, ${bareInFlight} in flight\n`,
    )
    const ratio = Math.round((measured.deliveries_per_s / limit) * 1_000) / 1_000
    const { deliveries_per_s, ...rest } = measured
    return { deliveries_per_s, limit_per_s: limit, ratio, ...rest }
  } finally {
    receiver.close()
  }
}

async function bareRate(receiver: Receiver): Promise<number> {
  await receiver.ask('reset')
  await bareLoop(receiver.url, barePosts)
  return rateAfter(await receiver.arrived(barePosts), bareWarmUp)
}

async function workOff(engine: Engine, receiver: Receiver) {
  for (let place = 0; place < endpoints; place += 1) {
    await engine.addEndpoint(`${receiver.url}/${place}`)
  }
  const began = performance.now()
  await engine.publishMany(events)
  const published = Math.round(events / ((performance.now() - began) / 1_000))
  process.stdout.write(`published: ${published} events/s to ${endpoints} endpoints each\n`)

  await receiver.ask('reset')
  const postgres = postgresOf(engine.dataDir)!
  const postgresBefore = cpuOfFamily(postgres)
  const worker = await startWorker(engine)
  const nodeBefore = cpuOf(worker.pid)
  const tally = await receiver.arrived(deliveries)
  const perDelivery = (seconds: number) => Math.round((seconds * 1_000_000) / deliveries)
  const cpuNode = perDelivery(cpuOf(worker.pid) - nodeBefore)
  const cpuPostgres = perDelivery(cpuOfFamily(postgres) - postgresBefore)
  const { rss } = memoryOf([worker.pid])
  await worker.end()
  const rate = rateAfter(tally, warmUp)
  process.stdout.write(`worked off: ${tally.arrived} deliveries, ${tally.duplicated} twice\n`)
  return {
    deliveries_per_s: rate,
    cpu_us_node: cpuNode,
    cpu_us_postgres: cpuPostgres,
    deliveries,
    duplicated: tally.duplicated,
    published_events_per_s: published,
    worker_rss_mb: rss,
  }
}
