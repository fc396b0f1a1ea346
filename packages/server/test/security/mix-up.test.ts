import { beforeAll, expect, test } from 'vitest'
import { buildProfile } from '../build.ts'
import { type Decision, openBrowser } from '../client.ts'
import { buildLink, expectNotConnected, registerOrigin } from '../connect-flow.ts'
import { useTestApp } from '../test-app.ts'

/** Logins at two Mastodon servers, one of which is malicious (RFC 9700 §4.4). */

const allow: Decision = { decision: 'allow', person: 'anna' }
type Browser = ReturnType<typeof openBrowser>
const testApp = useTestApp()

beforeAll(async () => {
  await registerOrigin(testApp)
})

const hostOf = (label: string) => `${label}.localhost:${new URL(testApp.sandbox.url).port}`
const beginAt = async (browser: Browser, label: string): Promise<URL> => {
  const { pathname } = new URL((await buildLink(testApp, (await buildProfile(testApp)).id)).url)
  const form = { server: hostOf(label) }
  const { location } = await browser.visit('POST', `${pathname}/mastodon`, form)
  return new URL(location!)
}
const decideAt = async (browser: Browser, authorize: URL): Promise<URL> =>
  new URL(await browser.decide(authorize.href, allow), testApp.ctx.config.publicUrl)

async function expectConnected(browser: Browser, { pathname, search }: URL): Promise<void> {
  const { location } = await browser.visit('GET', pathname + search)
  expect(location).toMatch('status=connected')
  await testApp.ctx.db.query.deleteFrom('account').execute()
}

test('a server that sends the browser on gets no code of the other server, and its own login can still be finished', async () => {
  const victim = openBrowser(testApp)
  const malicious = await beginAt(victim, 'oldmastodon')
  // Known from a login of the attacker at the honest server.
  const honest = await beginAt(openBrowser(testApp), 'mastodon')
  honest.searchParams.set('state', malicious.searchParams.get('state')!)
  const back = await decideAt(victim, honest)
  await expectNotConnected(testApp, await victim.visit('GET', back.pathname + back.search))
  await expectConnected(victim, await decideAt(victim, malicious))
})

test('a server cannot ask another server to return to its own redirect URI', async () => {
  const malicious = await beginAt(openBrowser(testApp), 'oldmastodon')
  const honest = await beginAt(openBrowser(testApp), 'mastodon')
  const own = malicious.searchParams.get('redirect_uri')!
  expect(own).not.toBe(honest.searchParams.get('redirect_uri'))
  honest.searchParams.set('redirect_uri', own)
  await expect(decideAt(openBrowser(testApp), honest)).rejects.toThrow('redirect')
})

test('the callback of another server is refused', async () => {
  const victim = openBrowser(testApp)
  const back = await decideAt(victim, await beginAt(victim, 'mastodon'))
  for (const path of ['/connect/callback/mastodon', '/connect/callback/mastodon/other']) {
    await expectNotConnected(testApp, await victim.visit('GET', path + back.search))
  }
  await expectConnected(victim, back)
})
