import type { Fault } from './outcome.ts'
import { cutConnections, holdLocks, losePartitions, restartPostgres } from './webhook-database.ts'
import { hostileReceivers, receiverDown } from './webhook-hostile.ts'
import { killOnlyWorker, killUnwritten, killWorkers, stopWorker } from './webhook-processes.ts'
import { jumpClock, longOutage, rate } from './webhook-time.ts'
import { inDeliveryWorld } from './webhook-world.ts'

/** Faults of the delivery engine: worker processes of their own over one database. */
export const webhookFaults: Fault[] = [
  {
    name: 'webhooks: kill -9 of one of three dispatchers, twenty times',
    run: (dataDir) => inDeliveryWorld(dataDir, { workers: 3, kind: 'dispatcher' }, killWorkers),
  },
  {
    name: 'webhooks: kill -9 of the only worker, then the next one',
    run: (dataDir) => inDeliveryWorld(dataDir, { workers: 1 }, killOnlyWorker),
  },
  {
    name: 'webhooks: kill -9 of the only worker while no result can be written',
    run: (dataDir) => inDeliveryWorld(dataDir, { workers: 1, kind: 'dispatcher' }, killUnwritten),
  },
  {
    name: 'webhooks: a worker stopped for 17 s, then continued',
    run: (dataDir) => inDeliveryWorld(dataDir, { workers: 2 }, stopWorker),
  },
  {
    name: 'webhooks: PostgreSQL stopped at once and started',
    run: (dataDir) => inDeliveryWorld(dataDir, { workers: 2 }, restartPostgres),
  },
  {
    name: 'webhooks: all connections to PostgreSQL cut, five times',
    run: (dataDir) => inDeliveryWorld(dataDir, { workers: 2 }, cutConnections),
  },
  {
    name: 'webhooks: the receiver is down, then back',
    run: (dataDir) => inDeliveryWorld(dataDir, { workers: 1 }, receiverDown),
  },
  {
    name: 'webhooks: the receiver is down for a minute of a clock 60 times as fast',
    run: (dataDir) =>
      inDeliveryWorld(
        dataDir,
        { workers: 1, kind: 'dispatcher', args: [String(rate)] },
        longOutage,
      ),
  },
  {
    name: 'webhooks: the clock jumps ahead by ten minutes',
    run: (dataDir) => inDeliveryWorld(dataDir, { workers: 2, kind: 'dispatcher' }, jumpClock),
  },
  {
    name: 'webhooks: hostile receivers beside a polite one',
    run: (dataDir) => inDeliveryWorld(dataDir, { workers: 1, endpoints: 1 }, hostileReceivers),
  },
  {
    name: "webhooks: today's partitions are missing",
    run: (dataDir) => inDeliveryWorld(dataDir, { workers: 1 }, losePartitions),
  },
  {
    name: 'webhooks: publishing while others hold the locks',
    run: (dataDir) => inDeliveryWorld(dataDir, { workers: 1 }, holdLocks),
  },
]
