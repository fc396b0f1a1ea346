import { benchApi } from './api.ts'
import { benchBacklog } from './backlog.ts'
import { benchDeliveries } from './deliveries.ts'
import { benchHistory } from './history.ts'
import { benchInbox } from './inbox.ts'
import { benchIsolation, benchLatency } from './latency.ts'
import { benchPublish } from './publish.ts'
import { benchStart } from './start.ts'

type Benchmark = [name: string, run: () => Promise<Record<string, unknown>>, about: string]

const benchmarks: Benchmark[] = [
  ['start', benchStart, 'first and second start until ready, stop, and memory when idle'],
  ['deliveries', benchDeliveries, 'webhook deliveries per second and what one costs'],
  ['latency', benchLatency, 'commit to receipt at 50, 100 and 300 events a second, open loop'],
  ['isolation', benchIsolation, 'commit to receipt at healthy endpoints while 3 of 10 hang'],
  ['backlog', benchBacklog, 'claims and memory beside 200,000 dead and 1,000,000 pending rows'],
  ['history', benchHistory, 'pages of a history of 3,000,000 deliveries, and the drop of a day'],
  ['publish', benchPublish, '1,000 posts due in the same second, 400 ms for a call'],
  ['api', benchApi, 'reads among 100,000 rows beside 200 commits a second, and pgbench'],
  ['inbox', benchInbox, '1,000 accounts with 20 posts each polled; pages of 1,000,000 comments'],
]

/** `npm run bench` lists; `npm run bench <name>` runs one and ends with one line of JSON. */
const asked = process.argv[2]
const chosen = benchmarks.find(([name]) => name === asked)
if (asked === undefined) {
  process.stdout.write('npm run bench <name>\n\n')
  for (const [name, , about] of benchmarks) {
    process.stdout.write(`  ${name.padEnd(12)} ${about}\n`)
  }
} else if (chosen) {
  const [name, run, about] = chosen
  process.stdout.write(`${name}: ${about}\n`)
  process.stdout.write(`${JSON.stringify({ benchmark: name, ...(await run()) })}\n`)
} else {
  process.stderr.write(`There is no benchmark "${asked}"; npm run bench lists them.\n`)
  process.exitCode = 1
}
