import { beforeAll, expect, test } from 'vitest'
import { buildAccount, buildKey, buildProfile } from '../../test/build.ts'
import { statementsOf } from '../../test/statements.ts'
import { useTestApp } from '../../test/test-app.ts'

const testApp = useTestApp({ poolMax: 2 })
let key: string
let account: { id: string }

beforeAll(async () => {
  const profile = await buildProfile(testApp)
  key = await buildKey(testApp, { profile_id: profile.id })
  account = await buildAccount(testApp, { profile_id: profile.id })
})

const read = (path: string, options: object = { key }) =>
  testApp.call('GET', path, undefined, options)

test('the key is checked and the row is read in one statement', async () => {
  await read('/v1/me')
  const statements = await statementsOf(() => read(`/v1/accounts/${account.id}`))
  expect(statements).toHaveLength(1)
  expect(statements[0]).toContain('api_key')
})

test('each request reads the row again', async () => {
  const names = []
  for (const name of ['first', 'second', 'third', 'fourth', 'fifth']) {
    await testApp.ctx.db.query
      .updateTable('account')
      .set({ display_name: name })
      .where('id', '=', account.id)
      .execute()
    names.push((await read(`/v1/accounts/${account.id}`)).body.display_name)
  }
  expect(names).toEqual(['first', 'second', 'third', 'fourth', 'fifth'])
})

test('an invalid id is refused after the key', async () => {
  const path = '/v1/accounts/%00'
  expect((await read(path)).status).toBe(400)
  expect((await read(path, { key: `pst_owner_${'A'.repeat(43)}` })).status).toBe(401)
})

test('a key without the scope of the route does not get the row', async () => {
  const { body } = await testApp.call('POST', '/v1/api-keys', {
    name: 'posts only',
    scopes: ['posts:read'],
  })
  const { status, body: refused } = await read(`/v1/accounts/${account.id}`, { key: body.secret })
  expect([status, refused.error.code]).toEqual([403, 'insufficient_scope'])
  expect(JSON.stringify(refused)).not.toContain(account.id)
})
