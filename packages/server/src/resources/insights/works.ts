import { limits } from '../../core/limits.ts'
import type { Work } from '../../jobs/loop.ts'
import { syncAccount } from './sync.ts'

export const insightWorks: readonly Work[] = [
  {
    table: 'account_poll',
    kind: 'insights',
    rowsAtOnce: limits.insights.inFlightMax,
    run: syncAccount,
  },
]
