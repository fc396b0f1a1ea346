import { setTimeout as pause } from 'node:timers/promises'
import { arrivedAtLeast, firstAfter, judge, type Outcome } from './judge.ts'
import { hostile, odd } from './receiver.ts'
import { addJudged, keepPublishing, type World } from './world.ts'

const jumpMs = 600_000
/** A minute of the dispatchers' clock in a second. */
export const rate = 60
const outageMs = 60_000 / rate
const inFlightPerEndpointMax = 16

/**
 * The clock of the machine jumps ten minutes ahead. A signal moves the clock of the dispatchers;
 * PostgreSQL's cannot be moved, so the leases are ended instead. The publisher's clock stays.
 */
export async function jumpClock(world: World): Promise<Outcome> {
  const { receiver, servers } = world
  const publishing = keepPublishing(world)
  await arrivedAtLeast(world, 200)
  receiver.clocks.push(() => new Date(Date.now() + jumpMs))
  for (const { child } of servers) child.kill('SIGUSR2')
  const { rowCount } = await world.ctx.db.pool.query(
    `update delivery_queue set lease_until = lease_until - interval '10 minutes'
      where lease_until is not null`,
  )
  const at = performance.now()
  const after = [await firstAfter(world, at)]
  await arrivedAtLeast(world, receiver.seen.size + 400)
  await publishing.stop()
  const notes = [`${rowCount} leases ended at once`]
  // What each process had in flight is claimed by the other, or by itself, a second time.
  return await judge(world, { at, after, notes, losses: servers.length })
}

/** The receiver is away for a minute of a clock that runs 60 times as fast. */
export async function longOutage(world: World): Promise<Outcome> {
  const { pool } = world.ctx.db
  const { receiver } = world
  const startedAt = Date.now()
  // Each process began its clock at its own start, a moment before this one.
  receiver.clocks.push(() => new Date(startedAt + (Date.now() - startedAt) * rate))
  const publishing = keepPublishing(world)
  await arrivedAtLeast(world, 200)
  await receiver.goDown()
  await pause(outageMs)
  const { rows } = await pool.query(
    `select max(consecutive_failures) as failures, bool_and(active) as active,
      (select count(*)::int from delivery_queue) as waiting from webhook_endpoint`,
  )
  await receiver.comeBack()
  receiver.openMax = 0
  const at = performance.now()
  await publishing.stop()
  const after = [await firstAfter(world, at)]
  const outcome = await judge(world, { at, after, losses: 1 })
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

const slowEvents = 60
const timeoutMs = { min: 5_000, max: 5_100 }
const timedOut = ['hangs', 'drips headers', 'sends 1xx forever']

/** Every manner has an endpoint of its own beside a polite one; time-outs are at 5.0 to 5.1 s. */
export async function hostileReceivers(world: World): Promise<Outcome> {
  const { receiver } = world
  const { pool } = world.ctx.db
  const paths = new Map<string, string>()
  for (const [name, manner] of Object.entries(hostile)) {
    const path = `/hostile/${paths.size}`
    receiver.manners.set(path, manner)
    paths.set((await world.addEndpoint(receiver.url + path)).id, name)
  }
  for (const [name, manner] of Object.entries(odd)) {
    const path = `/odd/${name.replaceAll(' ', '-')}`
    receiver.manners.set(path, manner)
    await addJudged(world, path)
  }
  const at = performance.now()
  for (let event = 0; event < slowEvents; event += 1) {
    await world.publish(`post_${event}`)
    await pause(30)
  }
  const attempts = async () =>
    (
      await pool.query<{ endpoint_id: string; error: string | null; ms: number }>(
        `select d.endpoint_id, a.error, a.duration_ms as ms from attempt a
          join delivery d on d.id = a.delivery_id and d.created_at = a.created_at`,
      )
    ).rows
  let seen = await attempts()
  const tried = () => new Set(seen.map((row) => row.endpoint_id))
  while (![...paths.keys()].every((id) => tried().has(id)) && performance.now() - at < 15_000) {
    await pause(100)
    seen = await attempts()
  }
  const after = [await firstAfter(world, at)]
  const outcome = await judge(world, { at, after, losses: 0 })
  for (const [id, name] of paths) {
    const own = seen.filter((row) => row.endpoint_id === id)
    const [least, most] = [
      Math.min(...own.map(({ ms }) => ms)),
      Math.max(...own.map(({ ms }) => ms)),
    ]
    outcome.notes.push(`${name}: ${own[0]?.error ?? 'no attempt'}, ${least} to ${most} ms`)
    if (own.length === 0 || own.some(({ error }) => error === null)) {
      outcome.broken.push(`${name}: was not seen to fail`)
    }
    if (timedOut.includes(name) && (least < timeoutMs.min || most > timeoutMs.max)) {
      outcome.broken.push(`${name}: the time-out was at ${least} to ${most} ms`)
    }
  }
  const failed = (await attempts()).filter(
    ({ endpoint_id: id, error }) => world.judged.includes(id) && error !== null,
  )
  if (failed.length > 0) outcome.broken.push(`${failed.length} attempts of others failed`)
  return outcome
}
