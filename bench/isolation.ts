import { startWorker, withEngine } from './engine.ts'
import { openLoop } from './latency.ts'
import { openReceiver, percentiles } from './receivers.ts'

const endpoints = 10
const hanging = 3
const load = { rate: 20, seconds: 10, endpoints: endpoints - hanging }
const rounds = 2

/**
 * Three of ten endpoints hang until the time-out of 5 s; the time from commit to receipt at the
 * other seven, against the same load while those three are switched off. Rounds alternate, because
 * the machine is never equally quiet.
 */
export async function benchIsolation(): Promise<Record<string, unknown>> {
  const receiver = await openReceiver('https')
  const hung = await openReceiver('https')
  try {
    return await withEngine(async (engine) => {
      const { pool } = engine.ctx.db
      for (let place = 0; place < endpoints - hanging; place += 1) {
        await engine.addEndpoint(`${receiver.url}/timed/${place}`)
      }
      for (let place = 0; place < hanging; place += 1) {
        await engine.addEndpoint(`${hung.url}/hang/${place}`)
      }
      const worker = await startWorker(engine)
      const measure = async (isHanging: boolean) => {
        await pool.query(
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
      await worker.end()
      const [plain, hindered] = [percentiles(baseline), percentiles(withHanging)]
      const ratio = Math.round((hindered.p99_ms / plain.p99_ms) * 100) / 100
      return { ratio, baseline: plain, hanging: hindered }
    })
  } finally {
    receiver.close()
    hung.close()
  }
}
