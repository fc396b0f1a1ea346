import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../test/build.ts'
import { type House, openHouse } from '../../test/house.ts'
import { statementsDuring } from '../../test/isolation/ask.ts'

let house: House
let elsewhere: pg.Client
let key: string
let profile: { id: string }

beforeAll(async () => {
  house = await openHouse()
  const { options } = house.ctx.db.pool
  elsewhere = new pg.Client({ ...options, password: options.password } as pg.ClientConfig)
  elsewhere.on('error', () => {})
  await elsewhere.connect()
})
beforeEach(async () => {
  profile = await buildProfile(house, { external_id: `client-${Math.random()}` })
  key = await buildKey(house, { profile_id: profile.id })
})
afterAll(async () => {
  await elsewhere.end()
  await house.close()
})

const ask = async (header?: string) => {
  const named = header === undefined ? {} : { profile: header }
  return await house.call('GET', '/v1/accounts', undefined, { key, ...named })
}

/** Asks until the key is known as of last time: nothing was committed since, and it is not read again. */
async function settle(header?: string): Promise<void> {
  const isRead = async () => {
    const statements = await statementsDuring(async () => {
      expect((await ask(header)).status).toBe(200)
    })
    return statements.some((text) => text.includes('secret_hash'))
  }
  // Others write to this PostgreSQL too: between two requests there is to be little time.
  await expect.poll(isRead, { interval: 0, timeout: 20_000 }).toBe(false)
}

test.each([
  ['revoked', 'update api_key set revoked_at = created_at', 'api_key_revoked'],
  ['ended', 'update api_key set expires_at = created_at', 'api_key_expired'],
  ['deleted', 'delete from api_key', 'api_key_invalid'],
])('a key that is %s elsewhere is refused from the commit on', async (_what, change, code) => {
  await settle()
  await elsewhere.query('begin')
  await elsewhere.query(`${change} where profile_id = $1`, [profile.id])
  expect((await ask()).status).toBe(200)
  await elsewhere.query('commit')
  const { status, body } = await ask()
  expect([status, body.error.code]).toEqual([401, code])
})

test('a key of a profile that is being deleted is refused from the commit on', async () => {
  await settle()
  await elsewhere.query('update profile set deleting_at = now() where id = $1', [profile.id])
  expect((await ask()).status).toBe(401)
})

test('what a key may do is what it may from the commit on', async () => {
  await settle()
  await elsewhere.query(`update api_key set scopes = '{posts}' where profile_id = $1`, [profile.id])
  expect((await ask()).status).toBe(403)
})

test('the name of its profile is the one it has from the commit on', async () => {
  await elsewhere.query(`update profile set external_id = 'old-name' where id = $1`, [profile.id])
  await settle('old-name')
  await elsewhere.query(`update profile set external_id = 'new-name' where id = $1`, [profile.id])
  expect((await ask('old-name')).status).toBe(403)
  expect((await ask('new-name')).status).toBe(200)
})

test('a key ends at its time, though nothing is committed then', async () => {
  const end = new Date(house.clock.now().getTime() + 60_000)
  await elsewhere.query('update api_key set expires_at = $2 where profile_id = $1', [
    profile.id,
    end,
  ])
  await settle()
  house.clock.set(new Date(end.getTime() - 1))
  await settle()
  house.clock.set(end)
  expect((await ask()).body.error.code).toBe('api_key_expired')
})
