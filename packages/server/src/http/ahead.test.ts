import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { buildAccount, buildKey, buildProfile } from '../../test/build.ts'
import { type House, openHouse } from '../../test/house.ts'
import type { Scope } from '../access/scope.ts'
import { ServiceError } from '../base/errors.ts'
import { errorAnswer, type Vars } from './errors.ts'
import { requestHeaders } from './headers.ts'
import { mount } from './mount.ts'
import { type Route, route } from './route.ts'

let house: House

beforeAll(async () => {
  house = await openHouse({ poolMax: 4 })
})
afterAll(() => house.close())

const accountsOf = async (key: string | null, profile?: string) => {
  const options = { ...(key ? { key } : {}), ...(profile ? { profile } : {}) }
  const { status, body } = await house.call('GET', '/v1/accounts', undefined, options)
  return status === 200 ? body.data.map(({ id }: { id: string }) => id) : body.error.code
}

/** An app of one route whose verb tells for whom it ran. */
function appOf(run: (scope: Scope) => Promise<void>, definition: Partial<Route> = {}) {
  const ran: Scope[] = []
  const app = new Hono<{ Variables: Vars }>()
  app.use(requestHeaders(house.ctx))
  app.onError((err, call) => errorAnswer(house.ctx, call, err, { verifyAnswers: false }))
  const only = route({
    method: 'get',
    path: '/v1/asked',
    operationId: 'asked',
    tag: 'System',
    description: 'A route of this test.',
    summary: 'Asked',
    access: 'key',
    permission: null,
    answers: { 200: { schema: z.object({ profile_id: z.string().nullable() }), description: '' } },
    errors: [],
    run: async (_ctx, scope) => {
      ran.push(scope)
      await run(scope)
      return { status: 200, body: { profile_id: scope.profile?.id ?? null } }
    },
  })
  mount(app, house.ctx, { ...only, ...definition }, { verifyAnswers: false })
  const ask = async (key: string, profile?: string) => {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(profile ? { 'service-profile': profile } : {}),
    }
    const method = (definition.method ?? 'get').toUpperCase()
    const answer = await app.request('/v1/asked', { method, headers })
    const text = await answer.text()
    return [answer.status, text.startsWith('{') ? JSON.parse(text) : text] as const
  }
  return { ask, ran }
}

/** While keys cannot be read: `isWaiting` resolves when a request waits for its own. */
async function whileKeysAreLocked(work: (isWaiting: () => Promise<void>) => Promise<void>) {
  const locker = await house.ctx.db.pool.connect()
  await locker.query('begin')
  await locker.query('lock table api_key in access exclusive mode')
  const waiting = `select from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`
  const { pool } = house.ctx.db
  try {
    await work(() =>
      expect.poll(async () => (await pool.query(waiting)).rowCount).toBeGreaterThan(0),
    )
  } finally {
    await locker.query('rollback')
    locker.release()
  }
}

test('the second read of a key is begun before its key was read, and that is its answer', async () => {
  const key = await buildKey(house)
  const { ask, ran } = appOf(async () => {})
  await ask(key)
  let asked: Promise<unknown> = Promise.resolve()
  await whileKeysAreLocked(async (isWaiting) => {
    asked = ask(key)
    await isWaiting()
    expect(ran).toHaveLength(2)
  })
  expect(await asked).toEqual([200, { profile_id: null }])
  expect(ran).toHaveLength(2)
})

test('a header that names another profile since then is answered with the rows of that one', async () => {
  const [one, two] = [
    await buildProfile(house, { external_id: 'moves' }),
    await buildProfile(house),
  ]
  const ofOne = await buildAccount(house, { profile_id: one.id })
  const ofTwo = await buildAccount(house, { profile_id: two.id })
  expect(await accountsOf(null, 'moves')).toEqual([ofOne.id])
  await house.call('PATCH', `/v1/profiles/${one.id}`, { external_id: null })
  await house.call('PATCH', `/v1/profiles/${two.id}`, { external_id: 'moves' })
  expect(await accountsOf(null, 'moves')).toEqual([ofTwo.id])
})

test('a key that was revoked since then gets nothing of what was read ahead', async () => {
  const { id: profile_id } = await buildProfile(house)
  await buildAccount(house, { profile_id })
  const made = await house.call('POST', '/v1/api-keys', { name: 'short', profile_id })
  expect(await accountsOf(made.body.secret)).toHaveLength(1)
  await house.call('DELETE', `/v1/api-keys/${made.body.id}`)
  expect(await accountsOf(made.body.secret)).toBe('api_key_revoked')
})

test('a profile that is being deleted since then is left out', async () => {
  const { id: profile_id } = await buildProfile(house)
  const { id } = await buildAccount(house, { profile_id })
  const key = await buildKey(house)
  expect(await accountsOf(key)).toContain(id)
  await house.call('DELETE', `/v1/profiles/${profile_id}`)
  expect(await accountsOf(key)).not.toContain(id)
})

test('what fails when it is read ahead is an answer only for whom it was read', async () => {
  const [one, two] = [
    await buildProfile(house, { external_id: 'fails' }),
    await buildProfile(house),
  ]
  const { ask, ran } = appOf(async (scope) => {
    if (scope.profile?.id === one.id && ran.length > 1) throw new ServiceError('account_not_found')
  })
  await ask(house.ownerKey, 'fails')
  await house.call('PATCH', `/v1/profiles/${one.id}`, { external_id: null })
  await house.call('PATCH', `/v1/profiles/${two.id}`, { external_id: 'fails' })
  expect(await ask(house.ownerKey, 'fails')).toEqual([200, { profile_id: two.id }])
  expect(ran.map(({ profile }) => profile?.id)).toEqual([one.id, one.id, two.id])
})

test('nothing is begun for whom the route refuses', async () => {
  const { id: profile_id } = await buildProfile(house)
  const key = await buildKey(house, { profile_id })
  expect(await accountsOf(key)).toEqual([])
  const { ask, ran } = appOf(async () => {}, { access: 'owner' })
  expect((await ask(key))[0]).toBe(403)
  expect(ran).toEqual([])
})

const streamed = {
  200: { schema: z.any(), description: '', contentType: 'text/event-stream' },
} as const

test.each([
  ['a stream', { answers: streamed }],
  ['a change', { method: 'post', action: null }],
] as [string, Partial<Route>][])(
  '%s is not begun before its key was read',
  async (_name, definition) => {
    const key = await buildKey(house)
    expect(await accountsOf(key)).toBeInstanceOf(Array)
    const { ask, ran } = appOf(async () => {}, definition)
    let asked: Promise<unknown> = Promise.resolve()
    await whileKeysAreLocked(async (isWaiting) => {
      asked = ask(key)
      await isWaiting()
      expect(ran).toEqual([])
    })
    await asked
    expect(ran).toHaveLength(1)
  },
)
