import { openEngine, type Role } from '../engine.ts'
import type { Fault, Outcome } from './judge.ts'
import { cutConnections, holdLocks, losePartitions, restartPostgres } from './webhook-database.ts'
import { killOnlyWorker, killUnwritten, killWorkers, stopWorker } from './webhook-processes.ts'
import { hostileReceivers, jumpClock, longOutage, rate } from './webhook-surroundings.ts'
import { inWorld, type Setup, type World } from './world.ts'

/** Server processes of their own over one database, and four polite endpoints. */
function fault(
  name: string,
  servers: Role[],
  work: (world: World) => Promise<Outcome>,
  more: Partial<Setup> = {},
): Fault {
  const setup = { servers, endpoints: 4, ...more }
  return {
    name: `webhooks: ${name}`,
    run: (dataDir) => inWorld(openEngine(dataDir), setup, work),
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
  fault('kill -9 of the only worker, then the next one', ['worker'], killOnlyWorker),
  fault('kill -9 of the only worker while no result can be written', one!, killUnwritten),
  fault('a worker stopped for 5 s, then continued', ['worker', 'worker'], stopWorker),
  fault('PostgreSQL stopped at once and started', ['worker', 'worker'], restartPostgres),
  fault('all connections to PostgreSQL cut, five times', ['worker', 'worker'], cutConnections),
  fault('the receiver is down for a minute of a clock 60 times as fast', one!, longOutage, clock),
  fault('the clock jumps ahead by ten minutes', two!, jumpClock),
  fault('hostile receivers beside a polite one', ['worker'], hostileReceivers, { endpoints: 1 }),
  fault("today's partitions are missing", ['worker'], losePartitions),
  fault('publishing while others hold the locks', ['worker'], holdLocks),
]
