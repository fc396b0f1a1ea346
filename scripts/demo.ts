import { findInstance } from './demo/instance.ts'
import { runJourney } from './demo/journey.ts'
import { StepFailed, stepCount } from './demo/report.ts'

/**
 * `npm run demo [owner key]`: from a profile to a connected account to its deletion, against the
 * instance that runs on ./data or one of its own. Exits 0 only when every step held.
 */
try {
  const began = performance.now()
  const instance = await findInstance(process.env.OWNER_KEY ?? process.argv[2])
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void instance.giveBack().finally(() => process.exit(130)))
  }
  process.stdout.write(`\nThe instance at ${instance.url}, ${instance.how}.\n`)
  try {
    await runJourney(instance)
  } finally {
    await instance.giveBack()
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  process.stdout.write(`\nAll ${stepCount()} steps held (${seconds} s).\n`)
} catch (err) {
  const text = err instanceof StepFailed ? err.message : String((err as Error).stack ?? err)
  process.stderr.write(`\n✗ ${text}\n`)
  process.exitCode = 1
}
