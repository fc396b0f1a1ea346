import { spawnSync } from 'node:child_process'

/**
 * `npm test`: format, lint, types, then the tests. `npm run test:full`: what those leave out, see
 * docs/tests.md. Other arguments go to vitest.
 */
const isFull = process.argv.includes('--full')
const only = process.argv.slice(2).filter((argument) => argument !== '--full')
const isWhole = only.length === 0 && !isFull
const mode = isFull ? ['--mode', 'full'] : []
for (const command of [
  ...(isWhole ? [['scripts/check.ts']] : []),
  ['node_modules/vitest/vitest.mjs', 'run', ...mode, ...only],
]) {
  const result = spawnSync(process.execPath, command, { stdio: 'inherit' })
  if (result.status !== 0) process.exit(result.status ?? 1)
}
