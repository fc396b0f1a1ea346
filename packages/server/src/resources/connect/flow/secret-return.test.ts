import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildProfile } from '../../../../test/build.ts'
import { openBrowser } from '../../../../test/client.ts'
import { buildLink, registerOrigin } from '../../../../test/connect-flow.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const testApp = useTestApp()
let link: { id: string; url: string }

beforeAll(async () => {
  await registerOrigin(testApp)
})
beforeEach(async () => {
  await testApp.ctx.db.query.deleteFrom('account').execute()
  await testApp.sandbox.control('POST', '/reset')
  link = await buildLink(testApp, (await buildProfile(testApp)).id)
  // The form for a server takes ten entries a minute from one address.
  testApp.clock.advance(60_000)
})

const settings = (values: object) => testApp.sandbox.control('PUT', '/settings', values)
const accounts = async () => (await testApp.call('GET', '/v1/accounts')).body.data

/** A browser that came back with a password, as the address that it is sent to. */
async function comeBack() {
  const browser = openBrowser(testApp)
  const page = await browser.begin(link.url, 'wordpress')
  const path = await browser.decide(page, { decision: 'allow', person: 'anna' })
  const password = new URL(path, 'http://localhost').searchParams.get('password')!
  /** One request of this browser, without following the redirect. */
  const request = async (address: string) => {
    const cookie = [...browser.jar].map((pair) => pair.join('=')).join('; ')
    const { publicUrl } = testApp.ctx.config
    return await testApp.app.request(new URL(address, publicUrl).href, { headers: { cookie } })
  }
  return { browser, path, password, request }
}

test('an address with a password is answered at once with 303 to one without it', async () => {
  const { path, password, request } = await comeBack()
  await testApp.sandbox.control('DELETE', '/calls')
  const response = await request(path)
  expect(response.status).toBe(303)
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const location = response.headers.get('location')!
  expect(location).toMatch(/^\/connect\/callback\/wordpress\?state=[\w-]{43}$/)
  expect((await testApp.sandbox.control('GET', '/calls')).data).toEqual([])
  expect(await accounts()).toEqual([])

  const { rows } = await testApp.ctx.db.pool.query('select f::text as row from connect_flow f')
  expect(rows.map(({ row }) => row).join()).not.toContain(password)
  const landing = await request(location)
  expect([landing.status, landing.headers.get('location')]).toEqual([
    302,
    expect.stringContaining('status=connected'),
  ])
  expect(await accounts()).toMatchObject([{ platform: 'wordpress', status: 'connected' }])
})

test('neither log, request log nor history of the link has the password', async () => {
  const { browser, path, password } = await comeBack()
  await browser.visit('GET', path)
  await testApp.requestLog.flush()
  const read = await testApp.call('GET', `/v1/connect-links/${link.id}`)
  const logged = await testApp.call('GET', '/v1/requests')
  const texts = [...testApp.logLines, JSON.stringify(read.body), JSON.stringify(logged.body)]
  expect(texts.join()).not.toContain(password)
})

test('another browser with the address connects nothing and stores nothing', async () => {
  const { browser, path } = await comeBack()
  const other = await openBrowser(testApp).visit('GET', path)
  expect([other.status, other.location]).toEqual([400, null])
  const flow = testApp.ctx.db.query
    .selectFrom('connect_flow')
    .select('grant_sealed')
    .where('link_id', '=', link.id)
  expect(await flow.execute()).toEqual([{ grant_sealed: null }])
  expect((await browser.visit('GET', path)).status).toBe(302)
})

test('an unknown state leaves the address too', async () => {
  const { path, request } = await comeBack()
  const url = new URL(path, 'http://localhost')
  url.searchParams.set('state', 'x'.repeat(43))
  const response = await request(url.pathname + url.search)
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    `/connect/callback/wordpress?state=${'x'.repeat(43)}`,
  ])
})

test.each(['site_url', 'user_login', 'password'])('%s twice connects nothing', async (name) => {
  const { browser, path } = await comeBack()
  const landing = await browser.visit('GET', `${path}&${name}=http://otherblog.localhost`)
  expect([landing.status, landing.location]).toEqual([502, null])
  expect(await accounts()).toEqual([])
})

test('a password of another site is sent nowhere, and the link stays valid', async () => {
  await settings({ wordpress_site_url: 'https://evil.example' })
  const { browser, path } = await comeBack()
  await testApp.sandbox.control('DELETE', '/calls')
  expect((await browser.visit('GET', path)).status).toBe(502)
  expect((await testApp.sandbox.control('GET', '/calls')).data).toEqual([])
  expect(await accounts()).toEqual([])
  expect((await testApp.call('GET', `/v1/connect-links/${link.id}`)).body.status).toBe('valid')
})

test('a site that takes the header away is named on the page', async () => {
  await settings({ wordpress_strips_authorization: true })
  const { browser, path } = await comeBack()
  const landing = await browser.visit('GET', path)
  expect([landing.status, landing.location]).toEqual([502, null])
  expect(landing.text).toContain('The server refused the connection')
  const { attempts } = (await testApp.call('GET', `/v1/connect-links/${link.id}`)).body
  expect(attempts.at(-1)).toMatchObject({ platform: 'wordpress', error: 'server_refused' })
})

test('a contributor lacks permissions', async () => {
  const browser = openBrowser(testApp)
  const page = await browser.begin(link.url, 'wordpress')
  const path = await browser.decide(page, { decision: 'allow', person: 'chiara' })
  const landing = await browser.visit('GET', path)
  expect(landing.location).toContain('error=permission_missing')
})

test('a refusal on the consent page returns access_denied', async () => {
  const browser = openBrowser(testApp)
  const page = await browser.begin(link.url, 'wordpress')
  const path = await browser.decide(page, { decision: 'cancel', person: 'anna' })
  expect((await browser.visit('GET', path)).location).toContain('error=access_denied')
})

test('a site without pretty permalinks is connected', async () => {
  const browser = openBrowser(testApp)
  const server = `plainblog.localhost:${new URL(testApp.sandbox.url).port}`
  const { pathname } = new URL(link.url)
  const { location } = await browser.visit('POST', `${pathname}/wordpress`, { server })
  const path = await browser.decide(location!, { decision: 'allow', person: 'ben' })
  expect((await browser.visit('GET', path)).location).toContain('status=connected')
  expect(await accounts()).toMatchObject([
    { username: `ben@${server}`, display_name: 'Plain Blog' },
  ])
})
