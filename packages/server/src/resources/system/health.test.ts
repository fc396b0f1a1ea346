import { expect, test } from 'vitest'
import { type TestApp, useTestApp } from '../../../test/test-app.ts'
import { createApp } from '../../app.ts'
import { systemClock } from '../../core/clock.ts'
import { limits } from '../../core/limits.ts'
import { openDatabase } from '../../database/open.ts'
import { beginDraining } from '../../jobs/draining.ts'
import { createHeartbeat } from '../../jobs/heartbeat.ts'
import { listProcesses } from '../../jobs/processes.ts'
import { healthProofs } from '../../pages/health.ts'
import { onEvent } from '../../telemetry/events.ts'
import { readSystem } from './health.ts'

const testApp = useTestApp({ now: new Date() })

/** A context with its own configuration, so that the readiness cache of an earlier check is not used. */
const anotherProcess = () => ({ ...testApp.ctx, config: { ...testApp.ctx.config } })

async function check(change: Partial<TestApp['ctx']> = {}) {
  const { readReadiness } = await import('./health.ts')
  return await readReadiness({ ...anotherProcess(), clock: systemClock, ...change })
}

const query = (text: string, values: unknown[] = []) => testApp.ctx.db.pool.query(text, values)

test('health responds while the process runs, with a proof of the encryption keys for a nonce', async () => {
  const nonce = 'a-nonce-of-the-doctor'
  const plain = await testApp.call('GET', '/health', undefined, { key: null })
  const proven = await testApp.call('GET', `/health?nonce=${nonce}`, undefined, { key: null })
  const short = await testApp.call('GET', '/health?nonce=x', undefined, { key: null })
  expect(plain.body).toEqual({ status: 'ok', version: expect.any(String) })
  expect(proven.body.proof).toBe(healthProofs(testApp.ctx.config.keyring, nonce)[0])
  expect(short.body).not.toHaveProperty('proof')
})

test('a healthy installation is ready', async () => {
  testApp.clock.set(new Date())
  const response = await testApp.call('GET', '/ready', undefined, { key: null })
  expect(response.body).toEqual({
    status: 'ready',
    reasons: [],
    database: expect.objectContaining({ role: 'primary', replication: 'none', replicas: [] }),
  })
  expect(response.status).toBe(200)
})

test('a server that accepts no writes makes a process unready, and a change returns 503', async () => {
  const { connection } = testApp.ctx.db
  await query(`alter database ${connection.database} set default_transaction_read_only = on`)
  const db = openDatabase({ connection, poolMax: 1, log: testApp.ctx.log })
  try {
    const readiness = await check({ db })
    expect(readiness.reasons.map(({ code }) => code)).toEqual(['database_not_writable'])
    expect(readiness.database?.role).toBe('read_only')
    const app = createApp({ ...testApp.ctx, db })
    const response = await app.request('/v1/profiles', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${testApp.ownerKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ name: 'Late' }),
    })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await response.json()).toMatchObject({ error: { code: 'unavailable' } })
  } finally {
    await db.close()
    await query(`alter database ${connection.database} reset default_transaction_read_only`)
  }
})

test('overdue work makes a process unready only while no worker sends heartbeats', async () => {
  await query(`update chore set due_at = now() - interval '10 minutes'`)
  await query(
    `insert into chore (name, due_at) values ('test_chore', now() - interval '10 minutes')`,
  )
  const withoutWorker = await check()
  expect(withoutWorker.reasons.map(({ code }) => code)).toEqual(['no_worker'])
  expect(withoutWorker.reasons[0]!.message).toContain('chores')

  const api = createHeartbeat(
    { ...testApp.ctx, config: { ...testApp.ctx.config, role: 'api' } },
    '1',
  )
  await api.beat()
  expect((await check()).ready).toBe(false)
  const worker = createHeartbeat(
    { ...testApp.ctx, config: { ...testApp.ctx.config, role: 'worker' } },
    '1',
  )
  await worker.beat()
  expect((await check()).ready).toBe(true)

  await query(
    `update process set beat_at = now() - make_interval(secs => $1) where role = 'worker'`,
    [limits.health.silentMsMax / 1_000 + 1],
  )
  expect((await check()).ready).toBe(false)
  await worker.beat()
  await worker.stop()
  await api.stop()
  expect(await listProcesses(testApp.ctx)).toEqual([])
  await query(`delete from chore where name = 'test_chore'`)
})

test('missing partitions, a wrong clock and a pending migration make a process unready', async () => {
  const later = new Date(Date.now() + 3 * 86_400_000)
  const ahead = await check({ clock: { now: () => later } })
  expect(ahead.reasons.map(({ code }) => code)).toEqual(['partitions_missing', 'clock_offset'])
  expect(ahead.reasons[1]!.message).toBe("The clock is 3 days ahead of the database's.")
  const off = new Date(Date.now() - 90_000)
  expect((await check({ clock: { now: () => off } })).reasons[0]!.message).toMatch(
    /^The clock is 9\d s behind the database's\.$/,
  )

  const { rows } = await query(
    'delete from migration where number = (select max(number) from migration) returning number, name',
  )
  expect((await check()).reasons.map(({ code }) => code)).toEqual(['migrations_pending'])
  await query('insert into migration (number, name) values ($1, $2)', [
    rows[0].number,
    rows[0].name,
  ])
  expect((await check()).ready).toBe(true)
})

test('a draining process is not ready', async () => {
  const ctx = { ...anotherProcess(), clock: systemClock }
  beginDraining(ctx)
  const { readReadiness } = await import('./health.ts')
  expect((await readReadiness(ctx)).reasons.map(({ code }) => code)).toEqual(['draining'])
})

test('an unresponsive database makes a process unready within the time limit', async () => {
  const client = await testApp.ctx.db.pool.connect()
  const began = performance.now()
  const { ready, reasons } = await check()
  client.release()
  expect({ ready, codes: reasons.map(({ code }) => code) }).toEqual({
    ready: false,
    codes: ['database_unreachable'],
  })
  // Without a time limit the check would wait 20 s for a connection, the setting of a test app.
  expect(performance.now() - began).toBeLessThan(15_000)
})

test('concurrent readiness checks within a second query the database once', async () => {
  const ctx = anotherProcess()
  let queries = 0
  const counting = () => {
    queries += 1
    return testApp.clock.now()
  }
  const counted = { ...ctx, clock: { now: counting } }
  const { readReadiness } = await import('./health.ts')
  await readReadiness(counted)
  const once = queries
  await Promise.all(Array.from({ length: 50 }, () => readReadiness(counted)))
  expect(queries).toBe(once)
})

test('the system lists each process with its role, version and encryption keys', async () => {
  const heartbeat = createHeartbeat(testApp.ctx, '1.2.3')
  await heartbeat.beat()
  const { processes } = await readSystem(testApp.ctx)
  await heartbeat.stop()
  expect(processes).toEqual([
    expect.objectContaining({ role: 'all', version: '1.2.3', pid: process.pid }),
  ])
  expect(processes[0]!.key_names).toEqual([testApp.ctx.config.keyring[0].id.toString('hex')])
})

test('the request.answered event has the operation of a request, not its path', async () => {
  const events: unknown[] = []
  const stop = onEvent('request.answered', (event) => events.push(event))
  await testApp.call('GET', '/v1/me')
  await testApp.call('GET', '/connect/not-a-token', undefined, { key: null })
  stop()
  expect(events).toEqual([
    { method: 'GET', route: 'getMe', status: 200, seconds: expect.any(Number) },
    { method: 'GET', route: 'page', status: expect.any(Number), seconds: expect.any(Number) },
  ])
})
