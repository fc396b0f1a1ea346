import { parseArgs } from 'node:util'
import { addExample, removeExample } from './example/add.ts'
import { findRunning, type RunningInstance } from './scenario/instance.ts'
import { printTitlesOnly } from './scenario/report.ts'

/**
 * `npm run example`: adds three clients with accounts, posts, comments, metrics and webhooks to the
 * instance on ./data, using the sandbox. `-- --remove` deletes them.
 */
const { values } = parseArgs({ options: { remove: { type: 'boolean', default: false } } })
printTitlesOnly()
try {
  const instance = await findRunning(process.env.OWNER_KEY, 'Example data')
  if (!instance)
    throw new Error('No instance with a sandbox is running on ./data. Run `npm start` first.')
  try {
    process.stdout.write(await run(instance))
  } finally {
    await instance.release()
  }
} catch (err) {
  process.stderr.write(`\n✗ ${(err as Error).message}\n`)
  process.exitCode = 1
}

async function run(instance: RunningInstance): Promise<string> {
  if (values.remove) {
    const removed = await removeExample(instance)
    return removed === 0 ? '\nThere is no example to delete.\n' : `\nDeleted ${removed} clients.\n`
  }
  const added = await addExample(instance)
  const hint = 'Delete it with: npm run example -- --remove'
  if (added === 0) return `\nThe example already exists. ${hint}\n`
  return `\nAdded ${added} clients. Open ${instance.url}/dashboard\n${hint}\n`
}
