import { setTimeout as pause } from 'node:timers/promises'
import { type Outcome, secondsToNextDelivery, verifyOutcome, waitForDeliveries } from './outcome.ts'
import { hostile, unusual } from './receiver.ts'
import { addVerifiedEndpoint, type System, startPublishing } from './system.ts'

const jumpMs = 600_000
/** The dispatchers' clock runs 60 times as fast. */
export const rate = 60
const outageMs = 60_000 / rate
const inFlightPerEndpointMax = 16

/**
 * The clock jumps ten minutes ahead. A signal moves the dispatchers' clock. PostgreSQL's clock cannot
 * be moved, so SQL expires the leases instead. The publisher's clock does not change.
 */
export async function jumpClock(system: System): Promise<Outcome> {
  const { receiver, servers } = system
  const publishing = startPublishing(system)
  await waitForDeliveries(system, 200)
  receiver.clocks.push(() => new Date(Date.now() + jumpMs))
  for (const { child } of servers) child.kill('SIGUSR2')
  const { rowCount } = await system.ctx.db.pool.query(
    `update delivery_queue set lease_until = lease_until - interval '10 minutes'
      where lease_until is not null`,
  )
  const at = performance.now()
  const recoverySeconds = [await secondsToNextDelivery(system, at)]
  await waitForDeliveries(system, receiver.received.size + 400)
  await publishing.stop()
  const notes = [`${rowCount} leases expired`]
  // Deliveries in flight are claimed a second time, by either process.
  return await verifyOutcome(system, {
    lastFaultAt: at,
    recoverySeconds,
    notes,
    interruptions: servers.length,
  })
}

/** The receiver is down for a minute of a clock that runs 60 times as fast. */
export async function longOutage(system: System): Promise<Outcome> {
  const { pool } = system.ctx.db
  const { receiver } = system
  const startedAt = Date.now()
  // The processes started their clocks slightly earlier.
  receiver.clocks.push(() => new Date(startedAt + (Date.now() - startedAt) * rate))
  const publishing = startPublishing(system)
  await waitForDeliveries(system, 200)
  await receiver.goOffline()
  await pause(outageMs)
  const { rows } = await pool.query(
    `select max(consecutive_failures) as failures, bool_and(active) as active,
      (select count(*)::int from delivery_queue) as waiting from webhook_endpoint`,
  )
  await receiver.goOnline()
  receiver.openMax = 0
  const at = performance.now()
  await publishing.stop()
  const recoverySeconds = [await secondsToNextDelivery(system, at)]
  const outcome = await verifyOutcome(system, {
    lastFaultAt: at,
    recoverySeconds,
    interruptions: 1,
  })
  const { failures, active, waiting } = rows[0]
  outcome.notes.push(
    `${waiting} pending, at most ${failures} consecutive failures, ${receiver.openMax} concurrent requests after it`,
  )
  if (!active) outcome.violations.push('an outage of a minute disabled an endpoint')
  // About 30: 16 were in flight, then attempts follow after 1, 2, 4, 5, 5 … seconds.
  if (failures > 41) outcome.violations.push(`${failures} attempts failed without back-off`)
  if (failures < 5) outcome.violations.push('fewer than 5 attempts failed during the outage')
  if (receiver.openMax > inFlightPerEndpointMax)
    outcome.violations.push('the concurrency limit was exceeded')
  return outcome
}

const slowEvents = 60
const timeoutMs = { min: 5_000, max: 5_100 }
const timeoutBehaviors = ['hangs', 'drips headers', 'sends 1xx forever']

/** Each behavior has an endpoint, and there is a healthy one. Timeouts occur after 5.0 to 5.1 s. */
export async function hostileReceivers(system: System): Promise<Outcome> {
  const { receiver } = system
  const { pool } = system.ctx.db
  const paths = new Map<string, string>()
  for (const [name, manner] of Object.entries(hostile)) {
    const path = `/hostile/${paths.size}`
    receiver.behaviors.set(path, manner)
    paths.set((await system.addEndpoint(receiver.url + path)).id, name)
  }
  for (const [name, manner] of Object.entries(unusual)) {
    const path = `/odd/${name.replaceAll(' ', '-')}`
    receiver.behaviors.set(path, manner)
    await addVerifiedEndpoint(system, path)
  }
  const at = performance.now()
  for (let event = 0; event < slowEvents; event += 1) {
    await system.publish(`post_${event}`)
    await pause(30)
  }
  const attempts = async () =>
    (
      await pool.query<{ endpoint_id: string; error: string | null; ms: number }>(
        `select d.endpoint_id, a.error, a.duration_ms as ms from attempt a
          join delivery d on d.id = a.delivery_id and d.created_at = a.created_at`,
      )
    ).rows
  let rows = await attempts()
  const attempted = () => new Set(rows.map((row) => row.endpoint_id))
  while (![...paths.keys()].every((id) => attempted().has(id)) && performance.now() - at < 15_000) {
    await pause(100)
    rows = await attempts()
  }
  const recoverySeconds = [await secondsToNextDelivery(system, at)]
  const outcome = await verifyOutcome(system, {
    lastFaultAt: at,
    recoverySeconds,
    interruptions: 0,
  })
  for (const [id, name] of paths) {
    const attemptsOfEndpoint = rows.filter((row) => row.endpoint_id === id)
    const [minMs, maxMs] = [
      Math.min(...attemptsOfEndpoint.map(({ ms }) => ms)),
      Math.max(...attemptsOfEndpoint.map(({ ms }) => ms)),
    ]
    outcome.notes.push(
      `${name}: ${attemptsOfEndpoint[0]?.error ?? 'no attempt'}, ${minMs} to ${maxMs} ms`,
    )
    if (attemptsOfEndpoint.length === 0 || attemptsOfEndpoint.some(({ error }) => error === null)) {
      outcome.violations.push(`${name}: no failed attempt`)
    }
    if (timeoutBehaviors.includes(name) && (minMs < timeoutMs.min || maxMs > timeoutMs.max)) {
      outcome.violations.push(`${name}: the timeout was after ${minMs} to ${maxMs} ms`)
    }
  }
  const failed = (await attempts()).filter(
    ({ endpoint_id: id, error }) => system.verifiedEndpoints.includes(id) && error !== null,
  )
  if (failed.length > 0)
    outcome.violations.push(`${failed.length} attempts at healthy endpoints failed`)
  return outcome
}
