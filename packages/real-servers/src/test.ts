import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { CannotInstall } from './home.ts'
import { type Installation, install } from './install.ts'

/**
 * `npm run test:real`: installs the real servers and runs the tests against them. On a machine that cannot
 * have them it fails in CI or with REAL_SERVERS=required, and skips the tests elsewhere. Arguments are
 * passed to Vitest.
 */
const root = join(import.meta.dirname, '..', '..', '..')
const { home, seconds: installSeconds } = installOrEnd()
process.stdout.write(`Real servers: installed in ${home} (${installSeconds.toFixed(1)} s)\n`)
const began = performance.now()
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const result = spawnSync(
  process.execPath,
  [vitest, 'run', '--mode', 'real', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
)
const testSeconds = (performance.now() - began) / 1_000
process.stdout.write(
  `Real servers: install ${installSeconds.toFixed(1)} s, start and tests ${testSeconds.toFixed(1)} s\n`,
)
process.exit(result.status ?? 1)

function installOrEnd(): Installation {
  try {
    return install()
  } catch (err) {
    if (!(err instanceof CannotInstall)) throw err
    const isRequired = process.env.CI === 'true' || process.env.REAL_SERVERS === 'required'
    const consequence = isRequired
      ? 'The tests against the real servers cannot run, and this run requires them.'
      : 'SKIPPED: no test ran against the real servers. REAL_SERVERS=required makes this an error.'
    process.stderr.write(`\n${err.message}\n${consequence}\n`)
    process.exit(isRequired ? 1 : 0)
  }
}
