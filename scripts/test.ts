import { spawnSync } from 'node:child_process'

/** Format, lint, types, then every test; arguments go to vitest. */
const only = process.argv.slice(2)
for (const command of [
  ...(only.length > 0 ? [] : [['scripts/check.ts']]),
  ['node_modules/vitest/vitest.mjs', 'run', ...only],
]) {
  const result = spawnSync(process.execPath, command, { stdio: 'inherit' })
  if (result.status !== 0) process.exit(result.status ?? 1)
}
