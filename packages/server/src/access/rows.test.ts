import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, buildKey, buildProfile } from '../../test/build.ts'
import { type House, openHouse } from '../../test/house.ts'
import { createApp } from '../app.ts'
import { openDatabase } from '../database/open.ts'

let house: House

beforeAll(async () => {
  house = await openHouse({ poolMax: 5 })
})
afterAll(() => house.close())

test('requests that come at once see each what their own key and header let them see', async () => {
  const [one, other] = [await buildProfile(house), await buildProfile(house)]
  const keys = {
    one: await buildKey(house, { profile_id: one.id }),
    other: await buildKey(house, { profile_id: other.id }),
  }
  const mine = await buildAccount(house, { profile_id: one.id })
  const theirs = await buildAccount(house, { profile_id: other.id })
  const paths = [`/v1/accounts/${mine.id}`, `/v1/accounts/${theirs.id}`]
  const callers = [
    { options: { key: keys.one }, sees: [200, 404] },
    { options: { key: keys.other }, sees: [404, 200] },
    { options: {}, sees: [200, 200] },
    { options: { profile: one.id }, sees: [200, 404] },
    { options: { profile: other.id }, sees: [404, 200] },
    { options: { key: `pst_owner_${'A'.repeat(43)}` }, sees: [401, 401] },
    { options: { profile: 'nobody' }, sees: [404, 404] },
  ]
  for (let round = 0; round < 5; round += 1) {
    const statuses = await Promise.all(
      callers.map(({ options }) =>
        Promise.all(
          paths.map(async (path) => (await house.call('GET', path, undefined, options)).status),
        ),
      ),
    )
    expect(statuses).toEqual(callers.map(({ sees }) => sees))
  }
})

test('requests that come at once get each the parts of their own rows', async () => {
  const keys = await Promise.all([buildKey(house), buildKey(house), buildKey(house)])
  const answers = await Promise.all(
    keys.map((key) => house.call('GET', '/v1/me', undefined, { key })),
  )
  const listed = (await house.call('GET', '/v1/api-keys?limit=100')).body.data
  const ids = listed.map(({ id }: { id: string }) => id)
  const own = answers.map(({ body }) => body.key.id)
  expect(new Set(own).size).toBe(3)
  expect(own.every((id) => ids.includes(id))).toBe(true)
})

test('of requests that come at once with a key that is being revoked none passes after the answer', async () => {
  const made = await house.call('POST', '/v1/api-keys', { name: 'ends' })
  const key = made.body.secret
  const ask = async () => (await house.call('GET', '/v1/me', undefined, { key })).status
  const before = Array.from({ length: 10 }, ask)
  await house.call('DELETE', `/v1/api-keys/${made.body.id}`)
  const after = await Promise.all(Array.from({ length: 10 }, ask))
  expect(after).toEqual(Array(10).fill(401))
  await Promise.all(before)
})

test('a key that one process revoked is refused by every other at once', async () => {
  const { options } = house.ctx.db.pool
  const connection = { ...options, password: options.password } as pg.ClientConfig
  const db = openDatabase({ connection, poolMax: 2, log: house.ctx.log })
  const other = createApp({ ...house.ctx, db })
  const ask = (secret: string) =>
    other.request('/v1/me', { headers: { authorization: `Bearer ${secret}` } })
  try {
    for (let round = 0; round < 10; round += 1) {
      const made = (await house.call('POST', '/v1/api-keys', { name: 'short-lived' })).body
      const before = await Promise.all([1, 2, 3, 4].map(() => ask(made.secret)))
      expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect((await house.call('DELETE', `/v1/api-keys/${made.id}`)).status).toBe(200)
      const after = await Promise.all([1, 2, 3, 4].map(() => ask(made.secret)))
      expect(after.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    }
  } finally {
    await db.close()
  }
})
