import { setTimeout as pause } from 'node:timers/promises'
import { ensurePartitions } from '../../packages/server/src/jobs/partitions.ts'
import { openEngine, type Role } from '../engine.ts'
import { waitFor } from '../measure.ts'
import {
  duplicatesPerInterruption,
  type Fault,
  type Outcome,
  secondsToNextDelivery,
  verifyOutcome,
  waitForDeliveries,
} from './outcome.ts'
import { type System, startPublishing, withSystem } from './system.ts'

const endpoints = 4
const cutCount = 5
const lockedMs = 2_000
/** Time to send everything that can be sent. */
const unwrittenMs = 2_000
const partitionedTables = ['event', 'delivery', 'attempt']

/** Faults of the delivery engine with its database, with server processes and healthy endpoints. */
export const webhookFaults: Fault[] = [
  fault(
    'kill -9 of the only worker while results cannot be written',
    ['dispatcher'],
    killWithUnwrittenResults,
  ),
  fault(
    'all connections to PostgreSQL terminated, five times',
    ['worker', 'worker'],
    cutConnections,
  ),
  fault("today's partitions are missing", ['worker'], losePartitions),
  fault('publishing while endpoints and queue are locked', ['worker'], holdLocks),
]

function fault(name: string, servers: Role[], work: (system: System) => Promise<Outcome>): Fault {
  return {
    name: `webhooks: ${name}`,
    run: (dataDir) => withSystem(openEngine(dataDir), { servers, endpoints }, work),
  }
}

/** Kills the only process when deliveries are sent but their results cannot be written. */
export async function killWithUnwrittenResults(system: System): Promise<Outcome> {
  await system.publishMany(50)
  await waitForDeliveries(system, 200)
  const { pool } = system.ctx.db
  // Unwritten results of these events would count towards the limit of the next 500 events.
  await waitFor('the first results are written', async () => {
    const { rowCount } = await pool.query('select 1 from delivery_queue limit 1')
    return rowCount === 0
  })
  const locking = await pool.connect()
  await locking.query('begin; lock table attempt in share mode')
  const before = system.receiver.received.size
  await system.publishMany(500)
  await waitForDeliveries(system, before + duplicatesPerInterruption / 2)
  await pause(unwrittenMs)
  const unwritten = system.receiver.received.size - before
  system.servers[0]!.child.kill('SIGKILL')
  const at = performance.now()
  await locking.query('rollback')
  locking.release()
  await system.launch('dispatcher')
  const recoverySeconds = [await secondsToNextDelivery(system, at)]
  const notes = [`${unwritten} deliveries were sent without a written result`]
  return await verifyOutcome(system, { lastFaultAt: at, recoverySeconds, notes, interruptions: 1 })
}

/** Terminates all connections to PostgreSQL, five times. */
export async function cutConnections(system: System): Promise<Outcome> {
  const { pool } = system.ctx.db
  const publishing = startPublishing(system)
  await waitForDeliveries(system, 200)
  const recoverySeconds: number[] = []
  let lastFaultAt = 0
  for (let cut = 0; cut < cutCount; cut += 1) {
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database()`)
    lastFaultAt = performance.now()
    recoverySeconds.push(await secondsToNextDelivery(system, lastFaultAt))
    await pause(400)
  }
  await publishing.stop()
  const notes = [`${publishing.failed()} publish calls failed`]
  // A dispatcher keeps sending while its connection is cut, and its leases may expire by then.
  return await verifyOutcome(system, {
    lastFaultAt,
    recoverySeconds,
    notes,
    interruptions: cutCount,
  })
}

/** Drops today's partitions and recreates them while events are published. */
export async function losePartitions(system: System): Promise<Outcome> {
  const { ctx } = system
  const day = ctx.clock.now().toISOString().slice(0, 10).replaceAll('-', '')
  for (const table of partitionedTables) await ctx.db.pool.query(`drop table ${table}_${day}`)
  const lastFaultAt = performance.now()
  const publishing = startPublishing(system)
  const recoverySeconds = [await secondsToNextDelivery(system, lastFaultAt)]
  await waitForDeliveries(system, 400)
  await ensurePartitions(ctx)
  await waitForDeliveries(system, system.receiver.received.size + 200)
  await publishing.stop()
  const outcome = await verifyOutcome(system, { lastFaultAt, recoverySeconds, interruptions: 0 })
  for (const table of partitionedTables) {
    const { rows } = await ctx.db.pool.query(`select 1 from ${table}_default limit 1`)
    if (rows.length > 0) outcome.violations.push(`${table}_default still has rows`)
  }
  if (publishing.failed() > 0)
    outcome.violations.push(`${publishing.failed()} events were not accepted`)
  return outcome
}

/** Locks the rows of all endpoints for two seconds, then the queue table for two seconds. */
export async function holdLocks(system: System): Promise<Outcome> {
  const client = await system.ctx.db.pool.connect()
  const publishing = startPublishing(system)
  await waitForDeliveries(system, 200)
  const locks = [
    'select id from webhook_endpoint for update',
    'lock table delivery_queue in share mode',
  ]
  for (const lock of locks) {
    await client.query('begin')
    await client.query(lock)
    await pause(lockedMs)
    await client.query('commit')
  }
  client.release()
  const lastFaultAt = performance.now()
  const recoverySeconds = [await secondsToNextDelivery(system, lastFaultAt)]
  await publishing.stop()
  const violations =
    publishing.failed() > 0 ? [`${publishing.failed()} events were not accepted`] : []
  return await verifyOutcome(system, { lastFaultAt, recoverySeconds, violations, interruptions: 0 })
}
