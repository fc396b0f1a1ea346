import { setTimeout as pause } from 'node:timers/promises'
import { ensurePartitions } from '../../packages/server/src/resources/webhooks/delivery/partitions.ts'
import { arrivedAtLeast, firstAfter, judge, type Outcome } from './judge.ts'
import { keepPublishing, restartDatabase, type World } from './world.ts'

const cuts = 5
const lockedMs = 2_000
const tables = ['event', 'delivery', 'attempt']

/** What `pg_ctl stop -m immediate` does, then a start with the recovery of the log. */
export async function restartPostgres(world: World): Promise<Outcome> {
  const publishing = keepPublishing(world)
  await arrivedAtLeast(world, 200)
  const how = await restartDatabase(world, 'SIGQUIT')
  const at = performance.now()
  const after = [await firstAfter(world, at)]
  await publishing.stop()
  const notes = [`database ${how}, ${publishing.failed()} publishers failed`]
  // Each of the two dispatchers may find the other's lock gone before that one is back.
  return await judge(world, { at, after, notes, losses: 2 })
}

/** All connections of everybody, five times. */
export async function cutConnections(world: World): Promise<Outcome> {
  const { pool } = world.ctx.db
  const publishing = keepPublishing(world)
  await arrivedAtLeast(world, 200)
  const after: number[] = []
  let at = 0
  for (let cut = 0; cut < cuts; cut += 1) {
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database()`)
    at = performance.now()
    after.push(await firstAfter(world, at))
    await pause(400)
  }
  await publishing.stop()
  const notes = [`${publishing.failed()} publishers failed`]
  // A lost connection frees the leases of its dispatcher, which lives and goes on sending.
  return await judge(world, { at, after, notes, losses: cuts })
}

/** Nobody made today's partitions; then somebody does, while events are published. */
export async function losePartitions(world: World): Promise<Outcome> {
  const { ctx } = world
  const day = ctx.clock.now().toISOString().slice(0, 10).replaceAll('-', '')
  for (const table of tables) await ctx.db.pool.query(`drop table ${table}_${day}`)
  const at = performance.now()
  const publishing = keepPublishing(world)
  const after = [await firstAfter(world, at)]
  await arrivedAtLeast(world, 400)
  await ensurePartitions(ctx)
  await arrivedAtLeast(world, world.receiver.seen.size + 200)
  await publishing.stop()
  const outcome = await judge(world, { at, after, losses: 0 })
  for (const table of tables) {
    const { rows } = await ctx.db.pool.query(`select 1 from ${table}_default limit 1`)
    if (rows.length > 0) outcome.broken.push(`${table}_default still has rows`)
  }
  if (publishing.failed() > 0) outcome.broken.push(`${publishing.failed()} events were refused`)
  return outcome
}

/** Somebody holds all endpoints, then the whole queue, for two seconds each. */
export async function holdLocks(world: World): Promise<Outcome> {
  const client = await world.ctx.db.pool.connect()
  const publishing = keepPublishing(world)
  await arrivedAtLeast(world, 200)
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
  const at = performance.now()
  const after = [await firstAfter(world, at)]
  await publishing.stop()
  const broken = publishing.failed() > 0 ? [`${publishing.failed()} events were refused`] : []
  return await judge(world, { at, after, broken, losses: 0 })
}
