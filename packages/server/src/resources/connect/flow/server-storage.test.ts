import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import type { PrivateKey } from '../../../platforms/contract/tokens.ts'
import { serverStorage } from './server-storage.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const origin = 'https://social.example.com'
const redirectUri = 'https://postern.example.com/connect/callback/mastodon'
const serverApp = (clientId: string) => ({ origin, redirectUri, clientId, clientSecret: 's3cret' })
const key = (kid: string) => {
  const privateKey: PrivateKey = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', d: 'private-part' }
  return { kid, privateKey }
}

test('of two apps registered at once at a server, both processes use the first', async () => {
  const storage = serverStorage(app.ctx, 'mastodon')
  const saved = await Promise.all([
    storage.saveApp(serverApp('one')),
    storage.saveApp(serverApp('two')),
  ])
  expect(saved[0]).toEqual(saved[1])
  expect(await storage.findApp(origin, redirectUri)).toEqual(saved[0])
  expect(await storage.findApp(origin, 'https://other.example.com/')).toBeNull()
  expect(await storage.findAppById(origin, saved[0].clientId)).toEqual(saved[0])
  expect(await storage.findAppById('https://other.example.com', saved[0].clientId)).toBeNull()
  expect(await serverStorage(app.ctx, 'bluesky').findApp(origin, redirectUri)).toBeNull()
  await storage.forgetApp(saved[0])
})

test('forgetting an app keeps one that was registered since', async () => {
  const storage = serverStorage(app.ctx, 'mastodon')
  const saved = await storage.saveApp(serverApp('one'))
  await storage.forgetApp(serverApp('outdated'))
  expect(await storage.findApp(origin, redirectUri)).toEqual(saved)
  await storage.forgetApp(saved)
  expect(await storage.findApp(origin, redirectUri)).toBeNull()
})

test('of two first keys created at once, one is stored', async () => {
  const storage = serverStorage(app.ctx, 'bluesky')
  const [one, two] = await Promise.all([
    storage.addFirstKey(key('k1')),
    storage.addFirstKey(key('k2')),
  ])
  expect(one).toHaveLength(1)
  expect(two).toEqual(one)
  expect(await storage.listKeys()).toEqual(one)
})

test('calls at once spend a quota once each and never more than its maximum', async () => {
  const storage = serverStorage(app.ctx, 'youtube')
  const spend = (day: string, cost = 3) => storage.spend({ name: 'units', day, cost, max: 10 })
  const used = await Promise.all(Array.from({ length: 5 }, () => spend('2026-11-21')))
  expect(used.filter((each) => each !== null).sort()).toEqual([3, 6, 9])
  expect(await spend('2026-11-21', 1)).toBe(10)
  expect(await spend('2026-11-22', 11)).toBeNull()
  expect(await spend('2026-11-22')).toBe(3)
  expect(
    await serverStorage(app.ctx, 'tiktok').spend({
      name: 'units',
      day: '2026-11-22',
      cost: 1,
      max: 1,
    }),
  ).toBe(1)
})

test('secrets are sealed', async () => {
  await serverStorage(app.ctx, 'mastodon').saveApp(serverApp('one'))
  await serverStorage(app.ctx, 'bluesky').addFirstKey(key('k1'))
  const { rows } = await app.ctx.db.pool.query(
    `select row_to_json(s)::text as row from platform_server s
     union all select row_to_json(k)::text from platform_key k`,
  )
  const stored = rows.map(({ row }) => row).join()
  expect(stored).toContain('social.example.com')
  expect(stored).not.toMatch(/s3cret|private-part/)
  expect(stored).not.toContain(Buffer.from('s3cret').toString('hex'))
})
