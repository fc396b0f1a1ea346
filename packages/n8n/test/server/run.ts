import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { install } from './install.ts'

/** `npm run test:n8n`: installs n8n and runs the tests against it. Arguments are passed to Vitest. */
const root = join(import.meta.dirname, '..', '..', '..', '..')
install('n8n')
install('linter')
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const words = [vitest, 'run', '--mode', 'n8n', ...process.argv.slice(2)]
const result = spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit' })
process.exit(result.status ?? 1)
