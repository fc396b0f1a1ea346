import { spawnSync } from 'node:child_process'

/**
 * `npm run check`, and a part of `npm test`: format, lint, types, workflows and size. Goes on after a failure. With one
 * thread, types need half the CPU time: each thread of the compiler checks what it needs of the others again.
 */
const tsc = './node_modules/.bin/tsc'
const oneThread = '--singleThreaded'
const checks = [
  ['format and lint', './node_modules/.bin/biome', 'check', '--error-on-warnings', '.'],
  ['types', tsc, oneThread, '-p', '.'],
  ['types of the dashboard', tsc, oneThread, '-p', 'packages/dashboard'],
  ['types of its tests', tsc, oneThread, '-p', 'packages/dashboard/test/ui'],
  ['workflows', process.execPath, 'scripts/workflows.ts'],
  ['size', process.execPath, 'scripts/growth.ts'],
]
const failed = checks.filter(([name, program, ...words]) => {
  const { status } = spawnSync(program!, words, { stdio: 'inherit' })
  process.stdout.write(`${name}: ${status === 0 ? 'ok' : 'FAILED'}\n`)
  return status !== 0
})
process.exit(failed.length > 0 ? 1 : 0)
