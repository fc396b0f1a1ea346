import { runDemo } from './demo/run.ts'
import { findRunning, startTemporary } from './scenario/instance.ts'
import { StepFailed, stepCount } from './scenario/report.ts'

/**
 * `npm run demo [owner key]`: runs an end-to-end scenario against the instance on ./data or a temporary
 * one. Exits with 0 only if every step succeeded.
 */
try {
  const began = performance.now()
  const key = process.env.OWNER_KEY ?? process.argv[2]
  const instance = (await findRunning(key, 'Created by npm run demo')) ?? (await startTemporary())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void instance.release().finally(() => process.exit(130)))
  }
  process.stdout.write(`\nInstance: ${instance.url} (${instance.origin})\n`)
  try {
    await runDemo(instance)
  } finally {
    await instance.release()
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  process.stdout.write(`\nAll ${stepCount()} steps succeeded (${seconds} s).\n`)
} catch (err) {
  const text = err instanceof StepFailed ? err.message : String((err as Error).stack ?? err)
  process.stderr.write(`\n✗ ${text}\n`)
  process.exitCode = 1
}
