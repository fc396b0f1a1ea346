import { Hono } from 'hono'
import { beforeEach, expect, test } from 'vitest'
import { type TestApp, useTestApp } from '../../test/test-app.ts'
import { readReadiness } from '../resources/system/health.ts'
import { noteFullStorage, wasStorageFull } from '../storage/full.ts'
import { errorResponse } from './errors.ts'
import type { Vars } from './vars.ts'

const testApp = useTestApp()

beforeEach(() => {
  testApp.logLines.length = 0
})

const reasonsOf = async (ctx: TestApp['ctx']) =>
  (await readReadiness(ctx)).reasons.map(({ code }) => code)
const events = () => testApp.logLines.map((line) => JSON.parse(line).msg)

test.each(['ENOSPC', 'EDQUOT'])(
  '%s while a file is written → 503, a log line, a reason of /ready',
  async (code) => {
    const ctx = { ...testApp.ctx, config: { ...testApp.ctx.config } }
    const app = new Hono<{ Variables: Vars }>()
    app.onError((err, call) => errorResponse(ctx, call, err, { verifyResponses: false }))
    app.post('/', () => {
      throw Object.assign(new Error('write'), { code })
    })
    const response = await app.request('/', { method: 'POST' })
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    const { error } = (await response.json()) as { error: object }
    expect(error).toMatchObject({ code: 'unavailable', retryable: true })
    expect(error).toMatchObject({ message: expect.stringMatching(/^The storage .* is full\./) })
    expect(events()).toEqual(['request.storage_full'])
    expect(await reasonsOf(ctx)).toContain('storage_full')
  },
)

test('a full disk of the database → 503 about storage, and writes work once it has space', async () => {
  const { pool } = testApp.ctx.db
  await pool.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
  await pool.query('create trigger full_disk before insert on profile execute function refuse()')
  const create = () => testApp.call('POST', '/v1/profiles', { name: 'Bakery' })
  const refused = await create()
  await pool.query('drop trigger full_disk on profile')
  await pool.query('drop function refuse')
  expect([refused.status, refused.body.error.code]).toEqual([503, 'unavailable'])
  expect(refused.body.error.message).toMatch(/^The storage .* is full\./)
  expect(events()).toContain('request.storage_full')
  expect((await create()).status).toBe(201)
})

test('a process that could store everything has no such reason', async () => {
  const ctx = { ...testApp.ctx, config: { ...testApp.ctx.config } }
  expect(await reasonsOf(ctx)).not.toContain('storage_full')
})

test('five seconds after the last such request the reason is gone', () => {
  const ctx = { clock: testApp.clock, config: { ...testApp.ctx.config } }
  noteFullStorage(ctx)
  testApp.clock.advance(4_000)
  noteFullStorage(ctx)
  testApp.clock.advance(4_999)
  expect(wasStorageFull(ctx)).toBe(true)
  testApp.clock.advance(1)
  expect(wasStorageFull(ctx)).toBe(false)
})
