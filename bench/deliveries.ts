import { withEngine } from './engine.ts'
import { cpuOf, memoryOf, sized } from './measure.ts'
import { withReceiver } from './receiver.ts'

const endpoints = 10
const events = sized(5_000, 200)
const deliveries = endpoints * events
/** Deliveries before the measurement, in which a new process compiles its code. */
const warmUp = sized(10_000, 1_000)

/**
 * One worker process sends a backlog of 50,000 deliveries to 10 endpoints over HTTPS, with the receiver
 * and PostgreSQL on the same machine. CPU time is measured after the warm-up.
 */
export async function benchDeliveries(): Promise<Record<string, unknown>> {
  return await withReceiver((receiver) =>
    withEngine(async (engine) => {
      for (let index = 0; index < endpoints; index += 1) {
        await engine.addEndpoint(`${receiver.url}/${index}`)
      }
      const began = performance.now()
      await engine.publishMany(events)
      const published = Math.round(events / ((performance.now() - began) / 1_000))

      await receiver.request('reset')
      const postgres = engine.postgresPid
      const worker = await engine.start('worker')
      const pid = worker.child.pid!
      const cpu = () => ({ node: cpuOf(pid), postgres: cpuOf(postgres) })
      const { arrived: arrivedBefore } = await receiver.arrived(warmUp)
      const before = cpu()
      const tally = await receiver.arrived(deliveries)
      const after = cpu()
      const { rss } = memoryOf([pid])
      await worker.stop()
      const perDelivery = (seconds: number) =>
        Math.round((seconds * 1_000_000) / (tally.arrived - arrivedBefore))
      const warmAt = tally.thousandths[warmUp / 1_000 - 1]!
      return {
        deliveries_per_s: Math.round((tally.arrived - warmUp) / ((tally.lastAt - warmAt) / 1_000)),
        cpu_us_node: perDelivery(after.node - before.node),
        cpu_us_postgres: perDelivery(after.postgres - before.postgres),
        deliveries,
        duplicated: tally.duplicated,
        published_events_per_s: published,
        worker_rss_mb: rss,
      }
    }),
  )
}
