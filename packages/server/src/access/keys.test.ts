import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../test/build.ts'
import { type House, openHouse } from '../../test/house.ts'
import { statementsDuring } from '../../test/isolation/ask.ts'
import { authenticateKey, givenKey } from './keys.ts'

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

test('a key that is revoked while it is looked at is not believed at the next look', async () => {
  const { ctx } = house
  // Whoever else commits lets it be read again: one of these times nobody does.
  for (let time = 0; time < 20; time += 1) {
    const { id } = await buildProfile(house)
    const authorization = `Bearer ${await buildKey(house, { profile_id: id })}`
    // Its use is noted, which is a commit as well, and it is not known in these words.
    await authenticateKey(ctx, givenKey({ authorization, profile: id }))
    const given = givenKey({ authorization, profile: undefined })
    const moment = async () => {
      await elsewhere.query('update api_key set revoked_at = created_at where profile_id = $1', [
        id,
      ])
      return await ctx.db.moment()
    }
    const revoking = { ...ctx, db: { ...ctx.db, moment } }
    await authenticateKey(revoking, given).catch(() => {})
    await expect(authenticateKey(ctx, given)).rejects.toMatchObject({ code: 'api_key_revoked' })
  }
})

test('where no moment is asked for a key is read each time', async () => {
  const resting = { ...house.ctx, db: { ...house.ctx.db, moment: async () => null } }
  const given = givenKey({ authorization: `Bearer ${key}`, profile: undefined })
  for (let time = 0; time < 3; time += 1) await authenticateKey(resting, given)
  await elsewhere.query('update api_key set revoked_at = created_at where profile_id = $1', [
    profile.id,
  ])
  await expect(authenticateKey(resting, given)).rejects.toMatchObject({ code: 'api_key_revoked' })
})

test('words without end take no room from memory: the longest unused are read again', async () => {
  const resting = { ...house.ctx, db: { ...house.ctx.db, moment: async () => 'always the same' } }
  const authorization = `Bearer ${key}`
  const given = givenKey({ authorization, profile: undefined })
  await authenticateKey(resting, given)
  await elsewhere.query('update api_key set revoked_at = created_at where profile_id = $1', [
    profile.id,
  ])
  await authenticateKey(resting, given)
  const owner = `Bearer ${house.ownerKey}`
  for (let time = 0; time < 60; time += 1) {
    const long = givenKey({ authorization: owner, profile: `${time}${'x'.repeat(15_000)}` })
    await expect(authenticateKey(resting, long)).rejects.toMatchObject({
      code: 'profile_not_found',
    })
  }
  await expect(authenticateKey(resting, given)).rejects.toMatchObject({ code: 'api_key_revoked' })
})

test('all who ask of an owner share one list of its profiles that are being deleted', async () => {
  const { ctx } = house
  await elsewhere.query('update profile set deleting_at = now() where id = $1', [profile.id])
  const others = [await buildProfile(house), await buildProfile(house)]
  const authorization = `Bearer ${house.ownerKey}`
  const scopes = []
  for (const other of [...others, ...others])
    scopes.push(await authenticateKey(ctx, givenKey({ authorization, profile: other.id })))
  const [first] = scopes
  expect(first!.hiddenProfileIds).toContain(profile.id)
  for (const scope of scopes) expect(scope.hiddenProfileIds).toBe(first!.hiddenProfileIds)
  const instead = await buildProfile(house)
  await elsewhere.query(
    `update profile set deleting_at = case id when $1 then null else now() end where id in ($1, $2)`,
    [profile.id, instead.id],
  )
  const after = await authenticateKey(ctx, givenKey({ authorization, profile: others[0]!.id }))
  expect(after.hiddenProfileIds).not.toContain(profile.id)
  expect(after.hiddenProfileIds).toContain(instead.id)
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
