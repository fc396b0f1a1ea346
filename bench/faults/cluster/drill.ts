import { setTimeout as pause } from 'node:timers/promises'
import { countOf } from '../outcome.ts'
import { type Counts, countAll, recoverySeconds, type TargetRow } from './count.ts'
import { waitUntilHealthy } from './databases.ts'
import { type DrillLoad, openLoad } from './load.ts'
import { lastWords, type Mode, setMode } from './patroni.ts'
import { repair, type Scenario, scenarios } from './scenarios.ts'
import { type Drill, openDrill } from './system.ts'
import { readRows, settle, textsOnNetworks } from './verify.ts'

/** The part of the drill inside of its namespaces: `[scenario] [mode]`, by default all. */
type Outcome = Counts & { recovery: number | null; unavailable: number; violations: string[] }

const modes: Mode[] = ['synchronous', 'asynchronous']
const recoverySecondsMax = 15
const columns = [
  ...['posts', 'deliveries', 'twice', 'lost', 'events lost', 'unknown', 'failed', 'stuck'],
  ...['recovery s', '503', ''],
]

const words = process.argv.slice(2)
const chosenModes = modes.filter((mode) => words.length === 0 || !isOtherMode(mode))
const name = words.filter((word) => !modes.includes(word as Mode)).join(' ')
const chosen = scenarios.filter((scenario) => scenario.name.includes(name))
function isOtherMode(mode: Mode): boolean {
  const named = words.filter((word) => modes.includes(word as Mode))
  return named.length > 0 && !named.includes(mode)
}

async function main(): Promise<number> {
  if (chosen.length === 0) {
    process.stderr.write(`No scenario has "${name}" in its name.\n`)
    return 1
  }
  const began = performance.now()
  const rows: string[][] = [['scenario', 'mode', ...columns]]
  let hasFailed = false
  const drill = await openDrill(chosenModes[0]!)
  say(`${seconds(began)} s: three databases and four processes run.`)
  for (const mode of chosenModes) {
    if (mode !== drill.mode) {
      drill.mode = mode
      await setMode(await waitUntilHealthy(drill.databases, chosenModes[0]!), mode)
    }
    for (const scenario of chosen) {
      const title = `${scenario.name}, ${mode}`
      say(`${seconds(began)} s: ${title} …`)
      try {
        const outcome = await runScenario(drill, scenario)
        rows.push(rowOf(scenario, mode, outcome))
        say(
          `    ${outcome.twice} twice, ${outcome.lost} lost, writes again after ${outcome.recovery} s`,
        )
        for (const violation of outcome.violations) say(`    ${violation}`)
        if (outcome.violations.length > 0) hasFailed = true
      } catch (err) {
        say(`    ${(err as Error).stack}\n${lastWords(drill.databases)}`)
        rows.push([scenario.name, mode, ...columns.slice(1).map(() => ''), 'FAILED'])
        hasFailed = true
      }
    }
  }
  printTable(rows)
  say(`\n${seconds(began)} s`)
  return hasFailed ? 1 : 0
}

async function runScenario(drill: Drill, scenario: Scenario): Promise<Outcome> {
  await repair(drill)
  const label = `${scenario.name} ${drill.mode}`
  const load = await openLoad(drill, label, async () => await scenario.prepare?.(drill))
  let faultAt: number
  try {
    faultAt = await scenario.run(drill, load)
    await pause(Math.max(0, load.endsAt - Date.now()))
  } finally {
    await load.stop()
  }
  await repair(drill)
  await settle(drill, label)
  const rows = await readRows(drill, label)
  const published = await textsOnNetworks(drill, load.accepted)
  const counts = countAll({ sent: load.accepted, published, rows, announced: drill.announced })
  sayDetails(load, rows, counts)
  const recovery = recoverySeconds(load.probes, faultAt)
  const unavailable =
    load.probes.filter(({ status }) => status === 503).length +
    [...load.refused].reduce((sum, [reason, n]) => sum + (reason.startsWith('503') ? n : 0), 0)
  const violations = violationsOf(scenario, drill.mode, counts, recovery)
  return { ...counts, recovery, unavailable, violations }
}

function sayDetails(load: DrillLoad, rows: readonly TargetRow[], counts: Counts): void {
  const list = (values: ReadonlyMap<string, number>) =>
    [...values].map(([value, times]) => `${times} × ${value}`).join(', ')
  if (load.refused.size > 0) say(`    not accepted at first: ${list(load.refused)}`)
  const withoutRow = load.accepted.length - rows.length
  if (withoutRow > 0) say(`    ${withoutRow} accepted posts are not in the database any more`)
  const unknown = rows.filter(({ status }) => status === 'unknown')
  if (unknown.length > 0) {
    const networks = list(countOf(unknown.map(({ platform }) => platform)))
    say(`    unknown: ${networks}; ${counts.unknownPublic} of them are public`)
  }
  const failed = rows.filter(({ status }) => status === 'failed')
  if (failed.length > 0)
    say(`    failed: ${list(countOf(failed.map((row) => `${row.error_code}`)))}`)
  const open = rows.filter(({ isOpen }) => isOpen).slice(0, 5)
  for (const row of open) say(`    stuck: ${JSON.stringify(row)}`)
}

function violationsOf(
  scenario: Scenario,
  mode: Mode,
  counts: ReturnType<typeof countAll>,
  recovery: number | null,
): string[] {
  const few = (texts: readonly string[]) => texts.slice(0, 5).join('; ')
  const mayLose = mode === 'asynchronous' || scenario.losesPosts
  const lost = mayLose ? counts.lostWithRow : counts.lostTexts
  return [
    ...(counts.twice > 0 ? [`${counts.twice} published twice: ${few(counts.twiceTexts)}`] : []),
    ...(lost.length > 0 ? [`${lost.length} lost: ${few(lost)}`] : []),
    ...(counts.eventsLost > 0 ? [`${counts.eventsLost} events did not arrive`] : []),
    ...(counts.stuck > 0 ? [`${counts.stuck} targets are stuck`] : []),
    ...(counts.failed > 0 ? [`${counts.failed} targets failed`] : []),
    ...(recovery === null || recovery > recoverySecondsMax ? ['the recovery took too long'] : []),
  ]
}

function rowOf({ name }: Scenario, mode: Mode, outcome: Outcome): string[] {
  const { posts, deliveries, twice, lost, eventsLost, unknown, failed, stuck } = outcome
  return [
    ...[name, mode],
    ...[posts, deliveries, twice, lost, eventsLost, unknown, failed, stuck].map(String),
    ...[String(outcome.recovery ?? '—'), String(outcome.unavailable)],
    outcome.violations.length === 0 ? 'passed' : 'FAILED',
  ]
}

function printTable(table: readonly string[][]): void {
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)))
  for (const row of table) {
    const cells = row.map((cell, column) =>
      column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
    )
    say(cells.join('  '))
  }
}

function seconds(began: number): number {
  return Math.round((performance.now() - began) / 1_000)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

process.exit(await main())
