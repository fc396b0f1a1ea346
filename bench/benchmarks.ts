import { benchApi } from './api.ts'
import { benchBacklog } from './backlog.ts'
import { benchDeliveries } from './deliveries.ts'
import { benchHistory } from './history.ts'
import { benchInbox } from './inbox.ts'
import { benchIsolation, benchLatency } from './latency.ts'
import { benchLists } from './lists.ts'
import { benchPublish } from './publish.ts'
import { benchSearch } from './search.ts'
import { benchStandby } from './standby.ts'
import { benchStart } from './start.ts'

type Benchmark = [name: string, run: () => Promise<Record<string, unknown>>, about: string]

/** Every benchmark: the name in `npm run bench <name>`, what runs, and what it measures. */
export const benchmarks: Benchmark[] = [
  ['start', benchStart, 'time of the first start, second start and stop, and idle memory'],
  ['deliveries', benchDeliveries, 'webhook deliveries per second and CPU time of each'],
  [
    'latency',
    benchLatency,
    'time from commit to receipt at 50, 100 and 300 events per second, open loop',
  ],
  [
    'isolation',
    benchIsolation,
    'time from commit to receipt at healthy endpoints while 3 of 10 hang',
  ],
  [
    'backlog',
    benchBacklog,
    'claims with 200,000 rows of a dead endpoint and 1,000,000 pending rows',
  ],
  ['history', benchHistory, 'pages of 3,000,000 deliveries, and dropping the oldest day'],
  ['publish', benchPublish, '1,000 posts due in the same second, with 400 ms per platform call'],
  [
    'standby',
    benchStandby,
    'deliveries and publish with a streaming replica that commits wait for, and one they do not',
  ],
  ['api', benchApi, 'reads from 100,000 rows during 200 commits per second, and pgbench'],
  [
    'inbox',
    benchInbox,
    'polls of 1,000 accounts with 20 posts each, and pages of 1,000,000 comments',
  ],
  [
    'lists',
    benchLists,
    'every list by its filters, also those that find nothing, of 1,000,000 rows',
  ],
  ['search', benchSearch, 'searches of 1,200,000 posts and comments while comments arrive'],
]
