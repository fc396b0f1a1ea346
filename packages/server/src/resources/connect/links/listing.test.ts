import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildKey, buildProfile } from '../../../../test/build.ts'
import { openBrowser } from '../../../../test/client.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { limits } from '../../../core/limits.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
  await testApp.call('POST', '/v1/connect/redirect-origins', { origin: 'https://app.example.com' })
})
afterAll(() => testApp.close())

async function createLink(profile: string): Promise<{ id: string; url: string }> {
  const { status, body } = await testApp.call('POST', `/v1/profiles/${profile}/connect-links`, {
    redirect_url: 'https://app.example.com/back',
  })
  expect(status).toBe(201)
  return body
}

async function listed(query: string, options: { key?: string; profile?: string } = {}) {
  const { body } = await testApp.call('GET', `/v1/connect-links?${query}`, undefined, options)
  return body.data.map((link: { id: string }) => link.id)
}

test('links are listed newest first, page by page, without their urls', async () => {
  const profile = await buildProfile(testApp)
  const created = []
  for (let count = 0; count < 5; count += 1) created.unshift((await createLink(profile.id)).id)
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await testApp.call(
      'GET',
      `/v1/connect-links?profile_id=${profile.id}&limit=2${cursor}`,
    )
    expect(JSON.stringify(body)).not.toContain('/connect/')
    seen.push(...body.data.map((link: { id: string }) => link.id))
    cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : ''
  } while (cursor)
  expect(seen).toEqual(created)
})

test('a listed link equals the link read by id, with its attempts', async () => {
  const profile = await buildProfile(testApp)
  const link = await createLink(profile.id)
  const other = await createLink(profile.id)
  const browser = openBrowser(testApp)
  await browser.login(link.url, 'threads', { decision: 'cancel', person: 'anna' })
  const [second, first] = (await testApp.call('GET', `/v1/connect-links?profile_id=${profile.id}`))
    .body.data
  expect(first).toEqual((await testApp.call('GET', `/v1/connect-links/${link.id}`)).body)
  expect(first.attempts).toMatchObject([
    { step: 'begin', error: null },
    { step: 'callback', error: 'access_denied' },
  ])
  expect(second).toMatchObject({ id: other.id, attempts: [] })
})

test('links are filtered by status and profile', async () => {
  const { id, external_id } = await buildProfile(testApp, { external_id: 'filtered' })
  const expired = await createLink(id)
  testApp.clock.advance(31 * 60_000)
  const [valid, used, revoked] = [await createLink(id), await createLink(id), await createLink(id)]
  await openBrowser(testApp).login(used.url, 'tiktok', { decision: 'allow', person: 'anna' })
  await testApp.call('DELETE', `/v1/connect-links/${revoked.id}`)
  const withStatus = (status: string) => listed(`profile_id=${external_id}&status=${status}`)
  expect(await withStatus('valid')).toEqual([valid.id])
  expect(await withStatus('used')).toEqual([used.id])
  expect(await withStatus('revoked')).toEqual([revoked.id])
  expect(await withStatus('expired')).toEqual([expired.id])
  expect(await withStatus('used,valid')).toEqual([used.id, valid.id])
  const wrong = await testApp.call('GET', '/v1/connect-links?status=broken')
  expect(wrong.body.error.code).toBe('validation_failed')
})

test('invitation_id=none lists the links that come from no invitation', async () => {
  const { id } = await buildProfile(testApp)
  const own = await createLink(id)
  const { body } = await testApp.call('POST', `/v1/profiles/${id}/invitations`, {
    redirect_url: 'https://app.example.com/back',
  })
  await openBrowser(testApp).visit('POST', new URL(body.url).pathname)
  expect(await listed(`profile_id=${id}`)).toHaveLength(2)
  expect(await listed(`profile_id=${id}&invitation_id=none`)).toEqual([own.id])
  expect(await listed(`profile_id=${id}&invitation_id=${body.id}`)).toHaveLength(1)
})

test('a search finds the links of profiles with this part of their name or external_id', async () => {
  const bakery = await buildProfile(testApp, { name: 'Bäckerei Rye & Söhne', external_id: 'rye-1' })
  const link = await createLink(bakery.id)
  const other = await createLink((await buildProfile(testApp, { name: 'Café Halde' })).id)
  const found = (search: string) => listed(`search=${encodeURIComponent(search)}`)
  expect(await found('söhne')).toEqual([link.id])
  expect(await found('RYE-1')).toEqual([link.id])
  expect(await found('halde')).toEqual([other.id])
  expect(await found('%')).toEqual([])
  expect(await listed('search=rye', { profile: bakery.id })).toEqual([link.id])
  expect(await listed('search=halde', { profile: bakery.id })).toEqual([])
})

test('a profile key sees only the links of its profile', async () => {
  const [mine, theirs] = [await buildProfile(testApp), await buildProfile(testApp)]
  const link = await createLink(mine.id)
  await createLink(theirs.id)
  const key = await buildKey(testApp, { profile_id: mine.id })
  expect(await listed('', { key })).toEqual([link.id])
  expect(await listed('', { profile: mine.id })).toEqual([link.id])
  const refused = await testApp.call(
    'GET',
    `/v1/connect-links?profile_id=${theirs.id}`,
    undefined,
    {
      key,
    },
  )
  expect([refused.status, refused.body.error.code]).toEqual([404, 'profile_not_found'])
})

test('a link keeps its newest 50 attempts', async () => {
  const profile = await buildProfile(testApp)
  const link = await createLink(profile.id)
  const { attemptsKeptMax } = limits.connect
  const path = `${new URL(link.url).pathname}/threads`
  const headers = { 'sec-fetch-site': 'same-origin' }
  for (let count = 0; count < attemptsKeptMax + 5; count += 1) {
    testApp.clock.advance(1_000)
    const { status } = await testApp.app.request(path, { method: 'POST', headers })
    expect(status).toBe(303)
  }
  const { rows } = await testApp.ctx.db.pool.query(
    'select count(*)::int as count, max(at) as newest from connect_attempt where link_id = $1',
    [link.id],
  )
  expect(rows).toEqual([{ count: attemptsKeptMax, newest: testApp.clock.now() }])
})
