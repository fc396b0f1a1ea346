import { until } from '../processes.ts'
import { arrivedAtLeast, conclude, firstAfter, type Outcome } from './outcome.ts'
import { hostile, odd } from './webhook-receiver.ts'
import { addJudged, type DeliveryWorld, keepPublishing } from './webhook-world.ts'

const downMs = 6_000
const inFlightPerEndpointMax = 16
const slowEvents = 60
const timeoutMs = { min: 5_000, max: 5_100 }
const timedOut = ['hangs', 'drips headers', 'sends 1xx forever']

/** The receiver is away for six seconds; then the schedule's minute is over. */
export async function receiverDown(world: DeliveryWorld): Promise<Outcome> {
  const { pool } = world.engine.ctx.db
  const { receiver } = world
  const publishing = keepPublishing(world)
  await arrivedAtLeast(world, 200)
  await receiver.goDown()
  await new Promise((resume) => setTimeout(resume, downMs))
  await receiver.comeBack()
  receiver.openMax = 0
  const at = performance.now()
  await publishing.stop()
  const { rows } = await pool.query(
    'select max(consecutive_failures) as failures, bool_and(active) as active from webhook_endpoint',
  )
  // Two minutes pass: what was to be tried in one is due, and the spacing of 30 s has ended.
  await pool.query(`update delivery_queue set due_at = due_at - interval '2 minutes'`)
  await pool.query(
    `update webhook_endpoint set attempt_after = attempt_after - interval '2 minutes'`,
  )
  const first = [await firstAfter(world, at)]
  // What it had taken and not yet answered when it went down comes to it again.
  const outcome = await conclude(world, { at, first, losses: 1 })
  outcome.notes.push(
    `at most ${rows[0].failures} failures in a row, ${receiver.openMax} at once after it`,
  )
  if (!rows[0].active) outcome.broken.push('an endpoint was switched off by six seconds')
  if (receiver.openMax > inFlightPerEndpointMax) outcome.broken.push('a burst over the cap')
  return outcome
}

/** Every manner has an endpoint of its own beside a polite one; time-outs are at 5.0 to 5.1 s. */
export async function hostileReceivers(world: DeliveryWorld): Promise<Outcome> {
  const { engine, receiver } = world
  const { pool } = engine.ctx.db
  const paths = new Map<string, string>()
  for (const [name, manner] of Object.entries(hostile)) {
    const path = `/hostile/${paths.size}`
    receiver.manners.set(path, manner)
    paths.set((await engine.addEndpoint(receiver.url + path)).id, name)
  }
  for (const [name, manner] of Object.entries(odd)) {
    const path = `/odd/${name.replaceAll(' ', '-')}`
    receiver.manners.set(path, manner)
    await addJudged(world, path)
  }
  const at = performance.now()
  for (let event = 0; event < slowEvents; event += 1) {
    await engine.publish(`post_${event}`)
    await new Promise((resume) => setTimeout(resume, 30))
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
  await until(() => [...paths.keys()].every((id) => tried().has(id)), 10, 5)
  while (![...paths.keys()].every((id) => tried().has(id)) && performance.now() - at < 15_000) {
    await new Promise((resume) => setTimeout(resume, 100))
    seen = await attempts()
  }
  const first = [await firstAfter(world, at)]
  const outcome = await conclude(world, { at, first, losses: 0 })
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
