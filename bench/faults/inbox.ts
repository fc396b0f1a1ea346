import { killInSyncing } from './inbox-figures.ts'
import { killInPolling } from './inbox-polling.ts'
import { inInboxWorld } from './inbox-world.ts'
import type { Fault } from './outcome.ts'

/** Faults of what comes back from the platforms: nothing is lost, nothing told twice. */
export const inboxFaults: Fault[] = [
  {
    name: 'inbox: kill -9 in the middle of reading comments, eight times',
    run: (dataDir) => inInboxWorld(dataDir, killInPolling),
  },
  {
    name: 'inbox: kill -9 in the middle of reading figures, six times',
    run: (dataDir) => inInboxWorld(dataDir, killInSyncing),
  },
]
