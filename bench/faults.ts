import { runDrill } from './faults/cluster/isolate.ts'
import type { Outcome } from './faults/outcome.ts'
import { processFaults } from './faults/processes.ts'
import { publishFaults } from './faults/publishing.ts'
import { startFaults } from './faults/start.ts'
import { tokenFaults } from './faults/tokens.ts'
import { webhookFaults } from './faults/webhooks.ts'
import { withDataDir } from './instance.ts'

/**
 * `npm run faults [name]`: injects faults and exits with 0 only if all invariants held. `npm run faults
 * cluster [scenario] [mode]` is the drill of a database cluster, which no other name includes.
 */
const words = process.argv.slice(2)
if (words[0] === 'cluster') process.exit(await runDrill(words.slice(1)))
const only = words.join(' ')
const faults = [
  ...startFaults,
  ...webhookFaults,
  ...publishFaults,
  ...Object.values(processFaults),
  ...Object.values(tokenFaults),
]
const chosen = faults.filter(({ name }) => name.includes(only))
// The exit ends the child processes too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
const rows: string[][] = [
  [
    'fault',
    'deliveries',
    'lost',
    'published twice',
    'delivered twice',
    'recovery s',
    'all delivered s',
    '',
  ],
]
const began = performance.now()
if (chosen.length === 0) {
  process.stderr.write(`No fault has "${only}" in its name. Run npm run faults without a name.\n`)
  process.exitCode = 1
}
for (const { name, run } of chosen) {
  process.stdout.write(`${name} …\n`)
  try {
    const outcome = await withDataDir((dataDir) => run(dataDir))
    for (const line of [...outcome.notes, ...outcome.violations])
      process.stdout.write(`    ${line}\n`)
    rows.push(rowOf(name, outcome))
    if (outcome.violations.length > 0) process.exitCode = 1
  } catch (err) {
    process.stdout.write(`    ${String((err as Error).stack)}\n`)
    rows.push([name, '', '', '', '', '', '', 'FAILED'])
    process.exitCode = 1
  }
}
if (chosen.length > 0) {
  printTable(rows)
  process.stdout.write(`\n${Math.round((performance.now() - began) / 1_000)} s\n`)
}

function rowOf(name: string, outcome: Outcome): string[] {
  const { deliveries, lost, publishedTwice, duplicated, completionSeconds } = outcome
  return [
    name,
    ...[deliveries, lost, publishedTwice, duplicated].map(String),
    outcome.recoverySeconds.join(' / '),
    String(completionSeconds),
    outcome.violations.length === 0 ? 'passed' : 'FAILED',
  ]
}

/** Prints aligned columns; the first is left-aligned. */
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
