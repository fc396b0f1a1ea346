import { inboxFaults } from './faults/inbox.ts'
import { faults } from './faults/kinds.ts'
import { type Outcome, printTable } from './faults/outcome.ts'
import { processFaults, runProcessFaults } from './faults/processes.ts'
import { publishFaults, runPublishFaults } from './faults/publish.ts'
import { webhookFaults } from './faults/webhook.ts'
import { withDataDir } from './instance.ts'

/** `npm run faults [words]`: breaks things on purpose; exits 0 only if every invariant held. */
const only = process.argv.slice(2).join(' ')
const chosen = [...faults, ...webhookFaults, ...inboxFaults].filter(({ name }) =>
  name.includes(only),
)
const rows: string[][] = [
  ['fault', 'events', 'deliveries', 'lost', 'duplicated', 'first after s', 'all after s', ''],
]
const began = performance.now()
for (const { name, run } of chosen) {
  process.stdout.write(`${name} …\n`)
  try {
    const outcome = await withDataDir(run)
    for (const line of [...outcome.notes, ...outcome.broken]) process.stdout.write(`    ${line}\n`)
    rows.push(rowOf(name, outcome))
    if (outcome.broken.length > 0) process.exitCode = 1
  } catch (err) {
    process.stdout.write(`    ${String((err as Error).stack)}\n`)
    rows.push([name, '', '', '', '', '', '', 'BROKEN'])
    process.exitCode = 1
  }
}
const others = [...publishFaults, ...processFaults]
if (chosen.length === 0 && !others.some(({ name }) => name.includes(only))) {
  process.stderr.write(`There is no fault with "${only}" in its name.\n`)
  process.exitCode = 1
}
if (chosen.length > 0) {
  printTable(rows)
  process.stdout.write(`\n${Math.round((performance.now() - began) / 1_000)} s\n`)
}
if (!(await runPublishFaults(only))) process.exitCode = 1
if (!(await runProcessFaults(only))) process.exitCode = 1

function rowOf(name: string, outcome: Outcome): string[] {
  return [
    name,
    String(outcome.events),
    String(outcome.deliveries),
    String(outcome.lost),
    String(outcome.duplicated),
    outcome.firstAfterSeconds.join(' / '),
    String(outcome.allAfterSeconds),
    outcome.broken.length === 0 ? 'held' : 'BROKEN',
  ]
}
