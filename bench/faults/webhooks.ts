import { openEngine, type Role } from '../engine.ts'
import type { Fault, Outcome } from './outcome.ts'
import { type Setup, type System, withSystem } from './system.ts'
import { cutConnections, holdLocks, losePartitions, restartPostgres } from './webhook-database.ts'
import { hostileReceivers, jumpClock, longOutage, rate } from './webhook-environment.ts'
import {
  killOnlyWorker,
  killWithUnwrittenResults,
  killWorkers,
  pauseWorker,
} from './webhook-processes.ts'

/** A fault with several server processes on one database and four healthy endpoints. */
function fault(
  name: string,
  servers: Role[],
  work: (system: System) => Promise<Outcome>,
  more: Partial<Setup> = {},
): Fault {
  const setup = { servers, endpoints: 4, ...more }
  return {
    name: `webhooks: ${name}`,
    run: (dataDir) => withSystem(openEngine(dataDir), setup, work),
  }
}

const [one, two, three]: Role[][] = [
  ['dispatcher'],
  Array(2).fill('dispatcher'),
  Array(3).fill('dispatcher'),
]
const clock = { env: { CLOCK_RATE: String(rate) } }

/** Faults of the delivery engine. */
export const webhookFaults: Fault[] = [
  fault('kill -9 of one of three dispatchers, twenty times', three!, killWorkers),
  fault('kill -9 of the only worker, then another start', ['worker'], killOnlyWorker),
  fault(
    'kill -9 of the only worker while results cannot be written',
    one!,
    killWithUnwrittenResults,
  ),
  fault('a worker paused for 5 s', ['worker', 'worker'], pauseWorker),
  fault('PostgreSQL stopped immediately and restarted', ['worker', 'worker'], restartPostgres),
  fault(
    'all connections to PostgreSQL terminated, five times',
    ['worker', 'worker'],
    cutConnections,
  ),
  fault(
    'the receiver is down for a minute, with a clock 60 times as fast',
    one!,
    longOutage,
    clock,
  ),
  fault('the clock jumps ahead by ten minutes', two!, jumpClock),
  fault('hostile receivers and a healthy one', ['worker'], hostileReceivers, { endpoints: 1 }),
  fault("today's partitions are missing", ['worker'], losePartitions),
  fault('publishing while endpoints and queue are locked', ['worker'], holdLocks),
]
