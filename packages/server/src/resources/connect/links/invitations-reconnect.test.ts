import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfile } from '../../../../test/build.ts'
import { type Decision, openBrowser, returnQuery } from '../../../../test/client.ts'
import { allow } from '../../../../test/connect-flow.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'

let testApp: TestApp
let redirect_url: string

beforeAll(async () => {
  testApp = await openTestApp({ poolMax: 10 })
  redirect_url = (await testApp.call('GET', '/v1/connect/settings')).body.default_redirect_url
})
afterAll(() => testApp.close())

const pathOf = (url: string) => new URL(url).pathname

async function invite(profileId: string, input: Record<string, unknown> = {}): Promise<string> {
  const path = `/v1/profiles/${profileId}/invitations`
  return (await testApp.call('POST', path, { redirect_url, ...input })).body.url
}

/** Presses the button of the page and logs in; returns where the login ends. */
async function connect(
  url: string,
  browser: ReturnType<typeof openBrowser>,
  decision: Decision = allow,
) {
  const { location } = await browser.visit('POST', pathOf(url))
  return await browser.login(location!, 'threads', decision)
}

async function expireAccounts(): Promise<void> {
  const change = { status: 'expired', status_reason: 'token_expired' } as const
  await testApp.ctx.db.query.updateTable('account').set(change).execute()
}

test('an account whose access expired is offered to reconnect, not listed as connected', async () => {
  const url = await invite((await buildProfile(testApp)).id)
  const browser = openBrowser(testApp)
  const open = async () => (await browser.visit('GET', pathOf(url))).text
  await connect(url, browser)
  expect(await open()).toContain('Connected with this invitation')
  await expireAccounts()
  const text = await open()
  expect(text).toContain('<h1>Reconnect your accounts</h1>')
  expect(text).toContain('@anna.bakes')
  expect(text).toContain('Continue with Threads')
  expect(text).toContain('your account is connected again')
  expect(text).not.toContain('Connected with this invitation')
  await connect(url, browser)
  expect(await open()).toContain('Connected with this invitation')
  await testApp.ctx.db.query.deleteFrom('account').execute()
})

test('an invitation to reconnect ends with its account, and starts again when it expires', async () => {
  const profile = await buildProfile(testApp)
  const browser = openBrowser(testApp)
  const first = await connect(await invite(profile.id), browser)
  const { account_ids: account_id } = returnQuery(first)
  const url = await invite(profile.id, { account_id })
  const open = async () => (await browser.visit('GET', pathOf(url))).text
  const ending = await connect(url, browser)
  const { pathname, search } = new URL(ending.location!)
  expect((await browser.visit('GET', pathname + search)).text).not.toContain('another account')
  expect(await open()).not.toContain('<form')
  await expireAccounts()
  expect(await open()).toContain('Continue with Threads')
})

test('an invitation to reconnect without all permissions lets the client log in again', async () => {
  const profile = await buildProfile(testApp)
  await testApp.ctx.db.query.deleteFrom('account').execute()
  const browser = openBrowser(testApp)
  const first = await connect(await invite(profile.id), browser)
  const url = await invite(profile.id, { account_id: returnQuery(first).account_ids })
  const open = async () => (await browser.visit('GET', pathOf(url))).text
  const permissions = ['threads_basic', 'threads_content_publish']
  const { location } = await connect(url, browser, { ...allow, permissions })
  const { pathname, search } = new URL(location!)
  for (const text of [(await browser.visit('GET', pathname + search)).text, await open()]) {
    expect(text).toContain('Not allowed yet: read comments')
    expect(text).toContain('<span>Log in again</span>')
    expect(text).not.toContain('another account')
  }
  const again = await browser.visit('POST', pathname + search)
  await browser.login(again.location!, 'threads', allow)
  expect(await open()).not.toContain('Not allowed yet')
})
