import { arrivedAtLeast, conclude, firstAfter, type Outcome } from './outcome.ts'
import { type DeliveryWorld, keepPublishing } from './webhook-world.ts'

const jumpMs = 600_000
/** A minute of the dispatchers' clock in a second. */
export const rate = 60
const outageMs = 60_000 / rate
const inFlightPerEndpointMax = 16

/**
 * The clock of the machine is put ahead by ten minutes: the dispatchers' own by a signal, and
 * PostgreSQL's, which nobody but the system can move, by what it does to a lease. Whoever publishes
 * is on another machine, whose clock stays.
 */
export async function jumpClock(world: DeliveryWorld): Promise<Outcome> {
  const { engine, receiver, workers } = world
  const publishing = keepPublishing(world)
  await arrivedAtLeast(world, 200)
  receiver.clocks.push(() => new Date(Date.now() + jumpMs))
  for (const { child } of workers) child.kill('SIGUSR2')
  const { rowCount } = await engine.ctx.db.pool.query(
    `update delivery_queue set lease_until = lease_until - interval '10 minutes'
      where lease_until is not null`,
  )
  const at = performance.now()
  const first = [await firstAfter(world, at)]
  await arrivedAtLeast(world, receiver.seen.size + 400)
  await publishing.stop()
  const notes = [`${rowCount} leases ended at once`]
  // What each process had in flight is claimed by the other, or by itself, a second time.
  return await conclude(world, { at, first, notes, losses: workers.length })
}

/** The receiver is away for a minute of a clock that runs 60 times as fast. */
export async function longOutage(world: DeliveryWorld): Promise<Outcome> {
  const { pool } = world.engine.ctx.db
  const { receiver } = world
  const startedAt = Date.now()
  // Each process began its clock at its own start, a moment before this one.
  receiver.clocks.push(() => new Date(startedAt + (Date.now() - startedAt) * rate))
  const publishing = keepPublishing(world)
  await arrivedAtLeast(world, 200)
  await receiver.goDown()
  await new Promise((resume) => setTimeout(resume, outageMs))
  const { rows } = await pool.query(
    `select max(consecutive_failures) as failures, bool_and(active) as active,
      (select count(*)::int from delivery_queue) as waiting from webhook_endpoint`,
  )
  await receiver.comeBack()
  receiver.openMax = 0
  const at = performance.now()
  await publishing.stop()
  const first = [await firstAfter(world, at)]
  const outcome = await conclude(world, { at, first, losses: 1 })
  const { failures, active, waiting } = rows[0]
  outcome.notes.push(
    `${waiting} waited, at most ${failures} failures in a row, ${receiver.openMax} at once after it`,
  )
  if (!active) outcome.broken.push('an endpoint was switched off by a minute')
  // 16 that were in flight, then 1, 2, 4, 5, 5 … seconds apart: about 30.
  if (failures > 41) outcome.broken.push(`${failures} attempts failed: not spaced`)
  if (failures < 5) outcome.broken.push('the outage was hardly noticed')
  if (receiver.openMax > inFlightPerEndpointMax) outcome.broken.push('a burst over the cap')
  return outcome
}
