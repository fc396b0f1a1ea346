import { benchApi } from './api.ts'
import { benchBacklog } from './backlog.ts'
import { benchDeliveries } from './deliveries.ts'
import { benchHistory } from './history.ts'
import { benchInbox } from './inbox.ts'
import { benchIsolation } from './isolation.ts'
import { benchLatency } from './latency.ts'
import { benchPublish } from './publish.ts'
import { benchStart } from './start.ts'

type Benchmark = { about: string; run: () => Promise<Record<string, unknown>> }

const benchmarks: Record<string, Benchmark> = {
  start: {
    about: 'first and second start until ready, stop, and memory when idle',
    run: benchStart,
  },
  deliveries: {
    about: 'webhook deliveries per second, against a bare loop of signed HTTPS posts',
    run: benchDeliveries,
  },
  latency: {
    about: 'commit to receipt at 50, 100 and 300 events a second, open loop',
    run: benchLatency,
  },
  isolation: {
    about: 'commit to receipt at healthy endpoints while 30 % of the endpoints hang',
    run: benchIsolation,
  },
  backlog: {
    about: 'claims and memory with 200,000 rows of a dead endpoint and 1,000,000 pending rows',
    run: benchBacklog,
  },
  history: {
    about: 'pages of a history of 3,000,000 deliveries, and the drop of a day',
    run: benchHistory,
  },
  publish: {
    about:
      '1,000 posts of 1,000 accounts due in the same second, on a network that takes 400 ms for a call',
    run: benchPublish,
  },
  api: {
    about:
      'reads among 100,000 rows by 200 keys beside 200 commits a second, and pgbench with the same statements',
    run: benchApi,
  },
  inbox: {
    about:
      '1,000 accounts with 20 posts each read at the sandbox; comments and insights read over HTTP',
    run: benchInbox,
  },
}

/** `npm run bench` lists; `npm run bench <name>` runs one and ends with one line of JSON. */
const name = process.argv[2]
if (name === undefined) {
  process.stdout.write('npm run bench <name>\n\n')
  for (const [each, { about }] of Object.entries(benchmarks)) {
    process.stdout.write(`  ${each.padEnd(12)} ${about}\n`)
  }
} else if (Object.hasOwn(benchmarks, name)) {
  const { about, run } = benchmarks[name]!
  process.stdout.write(`${name}: ${about}\n`)
  process.stdout.write(`${JSON.stringify({ benchmark: name, ...(await run()) })}\n`)
} else {
  process.stderr.write(`There is no benchmark "${name}"; npm run bench lists them.\n`)
  process.exitCode = 1
}
