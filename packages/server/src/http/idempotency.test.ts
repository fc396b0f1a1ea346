import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildKey } from '../../test/build.ts'
import { type House, openHouse } from '../../test/house.ts'
import { limits } from '../base/limits.ts'

let house: House

beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

describe('idempotency', () => {
  const send = (key: string, body: unknown, path = '/v1/profiles') =>
    house.call('POST', path, body, { headers: { 'idempotency-key': key } })

  test('the same key and body replay the stored answer', async () => {
    const first = await send('one', { name: 'Once' })
    const again = await send('one', { name: 'Once' })
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(first.headers.get('idempotent-replayed')).toBe(null)
  })

  test('the same key with another body is idempotency_key_reused', async () => {
    await send('two', { name: 'A' })
    const other = await send('two', { name: 'B' })
    expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused'])
  })

  test('is that of one API key: with another the same one is free', async () => {
    const first = await send('shared', { name: 'Mine' })
    const key = await buildKey(house)
    const headers = { 'idempotency-key': 'shared' }
    const other = await house.call('POST', '/v1/profiles', { name: 'Yours' }, { key, headers })
    expect([other.status, other.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect(other.body.id).not.toBe(first.body.id)
  })

  test('a request that failed leaves the key free', async () => {
    expect((await send('three', { name: '' })).status).toBe(400)
    expect((await send('three', { name: 'Fine' })).status).toBe(201)
  })

  test('simultaneous requests with one key make one profile', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => send('four', { name: 'Only one' })),
    )
    const made = answers.filter((answer) => answer.status === 201)
    expect(new Set(made.map((answer) => answer.body.id)).size).toBe(1)
    for (const answer of answers) {
      if (answer.status === 201) continue
      expect(answer.body.error.code).toBe('idempotency_in_progress')
    }
    const listed = (await house.call('GET', '/v1/profiles?limit=100')).body.data
    const named = listed.filter((profile: { name: string }) => profile.name === 'Only one')
    expect(named).toHaveLength(1)
  })

  test('after 24 hours the key is free', async () => {
    const first = await send('five', { name: 'Old' })
    house.clock.advance(limits.idempotency.keptHours * 3_600_000 + 1)
    expect((await send('five', { name: 'New' })).body.id).not.toBe(first.body.id)
  })

  test('a secret in a stored answer is sealed at rest', async () => {
    const made = await send('six', { name: 'sealed' }, '/v1/api-keys')
    expect((await send('six', { name: 'sealed' }, '/v1/api-keys')).body.secret).toBe(
      made.body.secret,
    )
    const rows = await house.ctx.db.read.selectFrom('idempotency').select('body').execute()
    const stored = rows.map((row) => row.body?.toString('latin1') ?? '').join()
    expect(stored).not.toContain(made.body.secret)
  })
})
