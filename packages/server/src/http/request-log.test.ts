import { createServer, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildKey, buildProfile } from '../../test/build.ts'
import { callTool, openMcp } from '../../test/mcp.ts'
import { openTestApp, type TestApp, useTestApp } from '../../test/test-app.ts'
import { createApp } from '../app.ts'
import { openDatabase } from '../database/open.ts'
import { onEvent } from '../telemetry/events.ts'
import { createRequestLog } from './request-log.ts'

const testApp = useTestApp()

/** The stored rows as text, newest first. */
async function readRows(): Promise<string[]> {
  const { rows } = await testApp.ctx.db.pool.query<{ row: string }>(
    'select to_jsonb(r)::text as row from api_request r order by created_at desc, id desc',
  )
  return rows.map(({ row }) => row)
}

/** Counts the requests that are dropped until the test ends. */
function countUnlogged() {
  const counts = { full: 0, failed: 0 }
  onTestFinished(
    onEvent('request.unlogged', ({ reason, count }) => {
      counts[reason] += count
    }),
  )
  return counts
}

/** An app with a log that writes to `pool`, and a function that sends a request with the owner key. */
function openLog(options: { pool?: TestApp['ctx']['db']['pool']; waitingMax?: number } = {}) {
  const { ctx } = testApp
  const db = options.pool ? { ...ctx.db, pool: options.pool } : ctx.db
  const requestLog = createRequestLog({ ...ctx, db }, options.waitingMax)
  const app = createApp(ctx, { verifyResponses: true, requestLog })
  const headers = { authorization: `Bearer ${testApp.ownerKey}` }
  const request = async () => (await app.request('/v1/me', { headers })).status
  return { requestLog, request }
}

describe('a row', () => {
  test('has nothing of the body, the headers, the query or the key', async () => {
    const { body } = await testApp.call('POST', '/v1/profiles', { name: 'Marked' })
    const marks = ['mark-header', 'mark-query', 'mark-body', 'mark-path', 'mark.name', 'whsec_']
    const headers = {
      'idempotency-key': 'mark-header-1',
      'user-agent': 'mark-header-2',
      referer: 'https://mark-header.example/3',
      'x-forwarded-for': '203.0.113.99',
      cookie: 'a=mark-header-4',
      'x-mark': 'mark-header-5',
    }
    const call = (method: string, path: string, sent?: object) =>
      testApp.call(method, path, sent, { headers })
    await call('GET', '/v1/posts?search=mark-query&limit=0')
    await call('GET', `/v1/profiles/mark-path`)
    await call('GET', `/v1/posts/whsec_${'a'.repeat(32)}%00mark-path`)
    await call('PATCH', `/v1/profiles/${body.id}`, {
      name: 'mark-body-1',
      metadata: { 'mark-body-2': 'mark-body-3' },
      external_id: 'mark-body-4',
    })
    await call('POST', '/v1/posts', {
      text: 7,
      'mark.name with words': 'mark-body-5',
      [`whsec_${'b'.repeat(32)}`]: 'mark-body-6',
      ['long'.repeat(30)]: 'mark-body-7',
    })
    await testApp.requestLog.flush()
    const rows = await readRows()
    expect(rows.length).toBeGreaterThanOrEqual(6)
    const everything = rows.join('\n')
    const secrets = [testApp.ownerKey, testApp.ownerKey.slice(10), '203.0.113.99']
    for (const mark of [...marks, ...secrets]) expect(everything).not.toContain(mark)
    expect(everything).toContain('"error_fields": ["text", "?"]')
    const unknown = { path: '?', code: 'unrecognized_keys', limit: null, actual: null }
    const failed = rows.map((row) => JSON.parse(row)).find((row) => row.operation === 'createPost')
    expect(failed.error_details).toEqual([
      { path: 'text', code: 'invalid_type', limit: null, actual: null },
      unknown,
      unknown,
      unknown,
    ])
    expect(everything).toContain(`"path": "/v1/profiles/${body.id}"`)
    expect(everything).toContain('"path": "/v1/profiles/{id}"')
  })

  test('is written for a refused key, and not for an unknown key, a session or an unknown path', async () => {
    await testApp.requestLog.flush()
    await testApp.ctx.db.pool.query('delete from api_request')
    const { body: key } = await testApp.call('POST', '/v1/api-keys', { name: 'Old key' })
    await testApp.call('DELETE', `/v1/api-keys/${key.id}`)
    await testApp.call('GET', '/v1/me', undefined, { key: key.secret })
    await testApp.call('GET', '/v1/me', undefined, { key: `pst_owner_${'x'.repeat(43)}` })
    await testApp.call('GET', '/v1/me', undefined, { key: null })
    await testApp.call('GET', '/v1/nothing')
    await testApp.call('GET', '/v1/me', undefined, { profile: 'unknown' })
    await testApp.requestLog.flush()
    const rows = (await readRows()).map((row) => JSON.parse(row))
    const failed = rows.filter((row) => row.error_code)
    expect(failed.map((row) => [row.error_code, row.key_name])).toEqual([
      ['profile_not_found', expect.any(String)],
      ['api_key_revoked', 'Old key'],
    ])
    expect(rows).toHaveLength(4)
  })
})

describe('requests that cannot be logged', () => {
  test('beyond the limit of waiting ones are dropped and counted', async () => {
    const unlogged = countUnlogged()
    const { requestLog, request } = openLog({ waitingMax: 3 })
    const before = (await readRows()).length
    for (let count = 0; count < 5; count += 1) expect(await request()).toBe(200)
    expect(unlogged).toEqual({ full: 2, failed: 0 })
    await requestLog.flush()
    expect((await readRows()).length).toBe(before + 3)
    expect(await request()).toBe(200)
    expect(unlogged.full).toBe(2)
  })

  test('because the database is down are dropped and counted, and nothing keeps waiting', async () => {
    const unlogged = countUnlogged()
    const connection = { host: '127.0.0.1', port: 9, user: 'x', database: 'x' }
    const db = openDatabase({ connection, poolMax: 1, log: testApp.ctx.log })
    onTestFinished(() => db.close())
    const { requestLog, request } = openLog({ pool: db.pool, waitingMax: 3 })
    for (let count = 0; count < 5; count += 1) expect(await request()).toBe(200)
    await requestLog.flush()
    expect(unlogged).toEqual({ full: 2, failed: 3 })
    await requestLog.flush()
    expect(unlogged.failed).toBe(3)
    expect(
      testApp.logLines.filter((line) => line.includes('request_log.not_written')),
    ).toHaveLength(1)
  })

  test('while a database does not respond: requests are answered, and stopping ends', async () => {
    const unlogged = countUnlogged()
    const sockets: Socket[] = []
    const silent = createServer((socket) => void sockets.push(socket))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    const connection = { host: '127.0.0.1', port, user: 'x', database: 'x' }
    const db = openDatabase({ connection, poolMax: 1, log: testApp.ctx.log, acquireMsMax: 500 })
    onTestFinished(async () => {
      for (const socket of sockets) socket.destroy()
      await db.close()
      await new Promise((resolve) => silent.close(resolve))
    })
    const { requestLog, request } = openLog({ pool: db.pool })
    await request()
    const flushed = requestLog.flush()
    expect(await request()).toBe(200)
    expect(unlogged.failed).toBe(0)
    await flushed
    await requestLog.stop()
    expect(unlogged).toEqual({ full: 0, failed: 2 })
  })

  test('because of the rate limit are logged once per key until the next write', async () => {
    const limited = await openTestApp({ env: { RATE_LIMIT_PER_MINUTE: '3' } })
    onTestFinished(() => limited.close())
    const count = async () =>
      (await limited.ctx.db.pool.query('select status from api_request')).rows.length
    for (let sent = 0; sent < 7; sent += 1) await limited.call('GET', '/v1/me')
    await limited.requestLog.flush()
    expect(await count()).toBe(4)
    await limited.call('GET', '/v1/me')
    await limited.requestLog.flush()
    expect(await count()).toBe(5)
  })
})

test('a tool call is logged as its API request, with via mcp, and the check of its key is not', async () => {
  const mcp = await openMcp()
  onTestFinished(() => mcp.close())
  const profile = await buildProfile(mcp.testApp)
  const key = await buildKey(mcp.testApp, { profile_id: profile.id })
  const client = await mcp.connect(key)
  await callTool(client, 'list_posts')
  await client.close()
  await mcp.testApp.requestLog.flush()
  const { body } = await mcp.testApp.call('GET', '/v1/requests')
  const shown = body.data.map((row: { operation: string; via: string | null }) => [
    row.operation,
    row.via,
  ])
  expect(shown).toEqual([
    ['listPosts', 'mcp'],
    ['createApiKey', null],
    ['createProfile', null],
  ])
})

test('the timer writes without being asked, and stopping writes the rest', async () => {
  const { requestLog, request } = openLog()
  const before = (await readRows()).length
  requestLog.start()
  await request()
  await expect.poll(async () => (await readRows()).length).toBe(before + 1)
  await request()
  await requestLog.stop()
  expect((await readRows()).length).toBe(before + 2)
})
