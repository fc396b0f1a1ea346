import { parseArgs } from 'node:util'
import { addExample, removeExample } from './example/add.ts'
import { findRunning, type RunningInstance } from './scenario/instance.ts'
import { printTitlesOnly } from './scenario/report.ts'

/**
 * `npm run example`: gives the instance that runs on ./data three clients with accounts, posts,
 * comments, metrics and webhooks, all at the sandbox. `-- --remove` deletes them.
 */
const { values } = parseArgs({ options: { remove: { type: 'boolean', default: false } } })
printTitlesOnly()
try {
  const instance = await findRunning(process.env.OWNER_KEY, 'Made by npm run example')
  if (!instance)
    throw new Error('Run `npm start` first: there is no instance with a sandbox on ./data.')
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
    return removed === 0 ? '\nThere was no example.\n' : `\nDeleted: ${removed} clients.\n`
  }
  const added = await addExample(instance)
  const how = 'Delete them with: npm run example -- --remove'
  if (added === 0) return `\nThe example is there already. ${how}\n`
  return `\nAdded: ${added} clients. Look at ${instance.url}/dashboard\n${how}\n`
}
