import { spawnSync } from 'node:child_process'

/**
 * `npm test`: format, lint, types, then the tests. `npm run test:full`: the slow tests, see docs/tests.md.
 * Other arguments are passed to Vitest.
 */
const isFull = process.argv.includes('--full')
const vitestArguments = process.argv.slice(2).filter((argument) => argument !== '--full')
const isComplete = vitestArguments.length === 0 && !isFull
const mode = isFull ? ['--mode', 'full'] : []
for (const command of [
  ...(isComplete ? [['scripts/check.ts']] : []),
  ['node_modules/vitest/vitest.mjs', 'run', ...mode, ...vitestArguments],
]) {
  const result = spawnSync(process.execPath, command, { stdio: 'inherit' })
  if (result.status !== 0) process.exit(result.status ?? 1)
}
