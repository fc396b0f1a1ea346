import { spawnSync } from 'node:child_process'

/** The first part of `npm test`: format, lint and types. Stops at the first failure. */
for (const [name, ...command] of [
  ['format and lint', './node_modules/.bin/biome', 'check', '--error-on-warnings', '.'],
  ['types', './node_modules/.bin/tsc', '-p', '.'],
  ['types of the dashboard', './node_modules/.bin/tsc', '-p', 'packages/dashboard'],
  ['types of its tests', './node_modules/.bin/tsc', '-p', 'packages/dashboard/test/ui'],
]) {
  const [program, ...rest] = command
  const result = spawnSync(program!, rest, { stdio: 'inherit' })
  if (result.status !== 0) {
    process.stderr.write(`\n${name}: failed\n`)
    process.exit(result.status ?? 1)
  }
  process.stdout.write(`${name}: ok\n`)
}
