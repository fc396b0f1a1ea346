import { setTimeout as pause } from 'node:timers/promises'
import { waitFor } from '../measure.ts'
import {
  duplicatesPerInterruption,
  type Outcome,
  seconds,
  secondsToNextDelivery,
  verifyOutcome,
  waitForDeliveries,
} from './outcome.ts'
import { runningServers, type System, startPublishing } from './system.ts'

const kills = 20
const leaseSecondsMax = 3
const leaseMsWaited = 16_000
/** Longer than the lease of 2.1 s, so that a peer takes over the paused process's deliveries. */
const pausedMs = 5_000
/** Time to send everything that can be sent. */
const unwrittenMs = 2_000

/** Kills one of three processes at random times and starts another immediately. */
export async function killWorkers(system: System): Promise<Outcome> {
  const publishing = startPublishing(system)
  await waitForDeliveries(system, 100)
  const deliverySeconds: number[] = []
  const leaseSeconds: number[] = []
  let at = 0
  let starting: Promise<unknown> = Promise.resolve()
  for (let kill = 0; kill < kills; kill += 1) {
    await pause(50 + Math.random() * 400)
    await starting
    const running = runningServers(system, 'worker')
    running[Math.floor(Math.random() * running.length)]!.child.kill('SIGKILL')
    at = performance.now()
    starting = system.launch('dispatcher')
    leaseSeconds.push(await waitForFreeLeases(system, at))
    deliverySeconds.push(await secondsToNextDelivery(system, at))
  }
  await starting
  await publishing.stop()
  const worst = Math.max(...leaseSeconds)
  const median = leaseSeconds.sort((left, right) => left - right)[
    Math.floor(leaseSeconds.length / 2)
  ]
  const notes = [`leases of the killed processes were free within ${worst} s (median ${median} s)`]
  const violations =
    worst > leaseSecondsMax ? [`leases of a killed process were held for ${worst} s`] : []
  return await verifyOutcome(system, {
    lastFaultAt: at,
    recoverySeconds: [Math.max(...deliverySeconds)],
    notes,
    violations,
    interruptions: kills,
  })
}

/** Waits until all current leases are released or taken over. Returns the seconds since `at`. */
async function waitForFreeLeases(system: System, at: number): Promise<number> {
  const { pool } = system.ctx.db
  const { rows } = await pool.query<{ delivery_id: string; lease_token: string }>(
    'select delivery_id, lease_token from delivery_queue where lease_until is not null',
  )
  const values = [rows.map((row) => row.delivery_id), rows.map((row) => row.lease_token)]
  for (;;) {
    const { rows: remaining } = await pool.query(
      `select 1 from delivery_queue q join unnest($1::uuid[], $2::bigint[]) as r (id, token)
        on q.delivery_id = r.id and q.lease_token = r.token limit 1`,
      values,
    )
    const passed = performance.now() - at
    if (remaining.length === 0 || passed > leaseMsWaited) return seconds(passed)
    await pause(20)
  }
}

/** Kills the only process and starts another, as a restart policy does. */
export async function killOnlyWorker(system: System): Promise<Outcome> {
  await system.publishMany(1_000)
  await waitForDeliveries(system, 200)
  system.servers[0]!.child.kill('SIGKILL')
  const at = performance.now()
  await system.launch('worker')
  const notes = [`the next process was ready after ${seconds(performance.now() - at)} s`]
  const leaseSeconds = await waitForFreeLeases(system, at)
  notes.push(`its deliveries were free again or sent after ${leaseSeconds} s`)
  const recoverySeconds = [await secondsToNextDelivery(system, at)]
  return await verifyOutcome(system, { lastFaultAt: at, recoverySeconds, notes, interruptions: 1 })
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

/** Pauses a process past its lease. Its results are rejected by the fencing token. */
export async function pauseWorker(system: System): Promise<Outcome> {
  const publishing = startPublishing(system)
  await waitForDeliveries(system, 100)
  const stopped = system.servers[0]!.child
  stopped.kill('SIGSTOP')
  const at = performance.now()
  const recoverySeconds = [await secondsToNextDelivery(system, at)]
  await pause(pausedMs)
  stopped.kill('SIGCONT')
  await pause(1_000)
  await publishing.stop()
  return await verifyOutcome(system, { lastFaultAt: at, recoverySeconds, interruptions: 1 })
}
