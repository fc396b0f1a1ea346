import { inboxFaults } from './faults/inbox.ts'
import type { Outcome } from './faults/judge.ts'
import { processFaults } from './faults/processes.ts'
import { publishFaults } from './faults/publishing.ts'
import { startFaults } from './faults/start.ts'
import { webhookFaults } from './faults/webhooks.ts'
import { withDataDir } from './instance.ts'

/** `npm run faults [words]`: breaks things on purpose; exits 0 only if every invariant held. */
const only = process.argv.slice(2).join(' ')
const faults = [
  ...startFaults,
  ...webhookFaults,
  ...inboxFaults,
  ...publishFaults,
  ...Object.values(processFaults),
]
const chosen = faults.filter(({ name }) => name.includes(only))
// Their processes end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
const rows: string[][] = [
  [
    'fault',
    'deliveries',
    'lost',
    'published twice',
    'delivered twice',
    'after s',
    'all after s',
    '',
  ],
]
const began = performance.now()
if (chosen.length === 0) {
  process.stderr.write(`There is no fault with "${only}" in its name.\n`)
  process.exitCode = 1
}
for (const { name, run } of chosen) {
  process.stdout.write(`${name} …\n`)
  try {
    const outcome = await withDataDir((dataDir) => run(dataDir))
    for (const line of [...outcome.notes, ...outcome.broken]) process.stdout.write(`    ${line}\n`)
    rows.push(rowOf(name, outcome))
    if (outcome.broken.length > 0) process.exitCode = 1
  } catch (err) {
    process.stdout.write(`    ${String((err as Error).stack)}\n`)
    rows.push([name, '', '', '', '', '', '', 'BROKEN'])
    process.exitCode = 1
  }
}
if (chosen.length > 0) {
  printTable(rows)
  process.stdout.write(`\n${Math.round((performance.now() - began) / 1_000)} s\n`)
}

function rowOf(name: string, outcome: Outcome): string[] {
  const { deliveries, lost, publishedTwice, duplicated, allAfterSeconds } = outcome
  return [
    name,
    ...[deliveries, lost, publishedTwice, duplicated].map(String),
    outcome.afterSeconds.join(' / '),
    String(allAfterSeconds),
    outcome.broken.length === 0 ? 'held' : 'BROKEN',
  ]
}

/** Columns as wide as their widest cell; names are on the left. */
function printTable(table: readonly string[][]): void {
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)))
  process.stdout.write('\n')
  for (const row of table) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
    )
    process.stdout.write(`${cells.join('  ')}\n`)
  }
}
