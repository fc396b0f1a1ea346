import { withDataDir } from '../instance.ts'
import { printTable } from './outcome.ts'
import type { Row } from './publish-judge.ts'
import { killAtEveryCall, moments } from './publish-kills.ts'
import { answer500, answerLate, killPostgres } from './publish-late.ts'
import { openStage, renewTiktok, type Stage } from './publish-parts.ts'

type PublishFault = { name: string; run(stage: Stage): Promise<Row[]> }

/** Everything that may happen to a post on its way, on all platforms. */
export const publishFaults: PublishFault[] = [
  ...moments.map((moment) => ({
    name: `publishing: ${moment.words}`,
    run: (stage: Stage) => killAtEveryCall(stage, moment),
  })),
  { name: 'publishing: kill -9 of PostgreSQL', run: killPostgres },
  { name: 'publishing: 500 after accepting', run: answer500 },
  { name: 'publishing: answers after our deadline', run: answerLate },
]

/** Runs those with these words in their names on one installation; answers whether all held. */
export async function runPublishFaults(only: string): Promise<boolean> {
  const chosen = publishFaults.filter(({ name }) => name.includes(only))
  if (chosen.length === 0) return true
  const rows: Row[] = []
  const began = performance.now()
  const isWhole = await withDataDir(async (dataDir) => {
    const stage = await openStage(dataDir)
    try {
      for (const { name, run } of chosen) {
        process.stdout.write(`${name} …\n`)
        await renewTiktok(stage)
        rows.push(...(await run(stage)))
      }
      return true
    } catch (err) {
      process.stdout.write(`    ${String((err as Error).stack)}\n`)
      return false
    } finally {
      await stage.close()
    }
  })
  printRows(rows)
  process.stdout.write(`${footnote}\n${Math.round((performance.now() - began) / 1_000)} s\n`)
  return isWhole && rows.every(({ twice, lost, stuck }) => twice + lost + stuck === 0)
}

const footnote = `
Against the sandbox's own list of posts. "unknown": the platform could not tell, and the owner had to
decide (resolve or retry); "twice" and "lost" are counted after that decision. Retries after 1, 5 and
15 minutes and the ten minutes of looking were moved forward by SQL in this run's own database; the
seconds are those from the fault to the outcome with that help.`

function printRows(rows: readonly Row[]): void {
  const table = [
    ['fault', 'platform', 'targets', 'published', 'twice', 'lost', 'unknown', 'stuck', 'seconds'],
    ...rows.map((row) => Object.values(row).map(String)),
  ]
  printTable(table, 2)
}
