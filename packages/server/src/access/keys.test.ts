import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildAccount, buildKey, buildProfile } from '../../test/build.ts'
import { useTestApp } from '../../test/test-app.ts'
import { createApp } from '../app.ts'
import { openDatabase } from '../database/open.ts'

const testApp = useTestApp({ poolMax: 5 })
let elsewhere: pg.Client
let key: string
let profile: { id: string }
let account: { id: string }

beforeAll(async () => {
  const { options } = testApp.ctx.db.pool
  elsewhere = new pg.Client({ ...options, password: options.password } as pg.ClientConfig)
  elsewhere.on('error', () => {})
  await elsewhere.connect()
})
beforeEach(async () => {
  profile = await buildProfile(testApp, { external_id: `client-${Math.random()}` })
  key = await buildKey(testApp, { profile_id: profile.id })
  account = await buildAccount(testApp, { profile_id: profile.id })
})
afterAll(() => elsewhere.end())

/** Asks for a list, and for an account, which is read in the statement that checks the key. */
const ask = async (header?: string) => {
  const options = { key, ...(header === undefined ? {} : { profile: header }) }
  const list = await testApp.call('GET', '/v1/accounts', undefined, options)
  const one = await testApp.call('GET', `/v1/accounts/${account.id}`, undefined, options)
  expect([one.status, one.body.error?.code]).toEqual([list.status, list.body.error?.code])
  return list
}

/** Uses the key often enough for its statement to be prepared. */
async function useOften(header?: string): Promise<void> {
  for (let time = 0; time < 4; time += 1) expect((await ask(header)).status).toBe(200)
}

const change = async (set: string, values: unknown[] = []) =>
  await elsewhere.query(`update api_key set ${set} where profile_id = $1`, [profile.id, ...values])

test.each([
  ['revoked', 'update api_key set revoked_at = created_at', 'api_key_revoked'],
  ['replaced', 'update api_key set ends_at = created_at', 'api_key_revoked'],
  ['expired', 'update api_key set expires_at = created_at', 'api_key_expired'],
  ['deleted', 'delete from api_key', 'api_key_invalid'],
])(
  'a key that another process %s is rejected from the commit on',
  async (_what, statement, code) => {
    await useOften()
    await elsewhere.query('begin')
    await elsewhere.query(`${statement} where profile_id = $1`, [profile.id])
    expect((await ask()).status).toBe(200)
    await elsewhere.query('commit')
    const { status, body } = await ask()
    expect([status, body.error.code]).toEqual([401, code])
  },
)

test('a key of a profile whose deletion started is rejected from the commit on', async () => {
  await useOften()
  await elsewhere.query('update profile set deleting_at = now() where id = $1', [profile.id])
  expect((await ask()).body.error.code).toBe('api_key_revoked')
})

test('narrowed scopes of a key apply from the commit on', async () => {
  await useOften()
  await change(`scopes = '{posts}'`)
  expect((await ask()).status).toBe(403)
})

test('a changed external_id of a profile is accepted from the commit on', async () => {
  const rename = (to: string) =>
    elsewhere.query('update profile set external_id = $2 where id = $1', [profile.id, to])
  await rename('old-name')
  await useOften('old-name')
  await rename('new-name')
  expect((await ask('old-name')).status).toBe(403)
  expect((await ask('new-name')).status).toBe(200)
})

test('a key expires at its time without a commit', async () => {
  const end = new Date(testApp.clock.now().getTime() + 60_000)
  await change('expires_at = $2', [end])
  await useOften()
  testApp.clock.set(new Date(end.getTime() - 1))
  await useOften()
  testApp.clock.set(end)
  expect((await ask()).body.error.code).toBe('api_key_expired')
})

test('an owner key sees no data of a profile once the start of its deletion is committed', async () => {
  const read = async () => (await testApp.call('GET', `/v1/accounts/${account.id}`)).status
  expect(await read()).toBe(200)
  await elsewhere.query('update profile set deleting_at = now() where id = $1', [profile.id])
  expect(await read()).toBe(404)
})

test('concurrent requests see only the data of their own key and header', async () => {
  const [one, other] = [await buildProfile(testApp), await buildProfile(testApp)]
  const keys = {
    one: await buildKey(testApp, { profile_id: one.id }),
    other: await buildKey(testApp, { profile_id: other.id }),
  }
  const mine = await buildAccount(testApp, { profile_id: one.id })
  const theirs = await buildAccount(testApp, { profile_id: other.id })
  const paths = [`/v1/accounts/${mine.id}`, `/v1/accounts/${theirs.id}`]
  const callers = [
    { options: { key: keys.one }, sees: [200, 404] },
    { options: { key: keys.other }, sees: [404, 200] },
    { options: {}, sees: [200, 200] },
    { options: { profile: one.id }, sees: [200, 404] },
    { options: { profile: other.id }, sees: [404, 200] },
    { options: { key: `pst_owner_${'A'.repeat(43)}` }, sees: [401, 401] },
    { options: { profile: 'unknown' }, sees: [404, 404] },
  ]
  for (let round = 0; round < 5; round += 1) {
    const statuses = await Promise.all(
      callers.map(({ options }) =>
        Promise.all(
          paths.map(async (path) => (await testApp.call('GET', path, undefined, options)).status),
        ),
      ),
    )
    expect(statuses).toEqual(callers.map(({ sees }) => sees))
  }
})

test('no request succeeds after the response that revoked its key', async () => {
  const created = await testApp.call('POST', '/v1/api-keys', { name: 'ends' })
  const read = async () =>
    (await testApp.call('GET', '/v1/me', undefined, { key: created.body.secret })).status
  const before = Array.from({ length: 10 }, read)
  await testApp.call('DELETE', `/v1/api-keys/${created.body.id}`)
  const after = await Promise.all(Array.from({ length: 10 }, read))
  expect(after).toEqual(Array(10).fill(401))
  await Promise.all(before)
})

test('a key revoked in one process is rejected in every other immediately', async () => {
  const { connection } = testApp.ctx.db
  const db = openDatabase({ connection, poolMax: 2, log: testApp.ctx.log })
  const otherProcess = createApp({ ...testApp.ctx, db })
  const read = (secret: string) =>
    otherProcess.request('/v1/me', { headers: { authorization: `Bearer ${secret}` } })
  try {
    for (let round = 0; round < 10; round += 1) {
      const created = (await testApp.call('POST', '/v1/api-keys', { name: 'short-lived' })).body
      const before = await Promise.all([1, 2, 3, 4].map(() => read(created.secret)))
      expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect((await testApp.call('DELETE', `/v1/api-keys/${created.id}`)).status).toBe(200)
      const after = await Promise.all([1, 2, 3, 4].map(() => read(created.secret)))
      expect(after.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    }
  } finally {
    await db.close()
  }
})
