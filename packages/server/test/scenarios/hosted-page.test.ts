import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPage, phone, saveScreenshot, sharedChromium, tabTo } from '../browser.ts'
import { buildProfile } from '../build.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

let testApp: TestApp
let browser: Browser
let servers: { close(): void }[]
let ownerUrl: string

beforeAll(async () => {
  const port = await freePort()
  testApp = await openTestApp({ env: { PUBLIC_URL: `http://localhost:${port}` }, poolMax: 10 })
  const application = await startOwnerApplication()
  servers = [application, serve({ fetch: testApp.app.fetch, port, hostname: 'localhost' })]
  ownerUrl = `http://localhost:${portOf(application)}`
  await testApp.call('POST', '/v1/connect/redirect-origins', { origin: ownerUrl })
  await testApp.call('PATCH', '/v1/connect/settings', {
    brand_name: 'Bergmann Agency',
    color: '#0b6e4f',
    privacy_url: 'https://agency.example.com/privacy',
    support_email: 'help@agency.example.com',
  })
  browser = await sharedChromium()
})

afterAll(async () => {
  for (const server of servers ?? []) server.close()
  await testApp?.close()
})

/** The owner's application, to which the client is redirected. */
async function startOwnerApplication(): Promise<Server> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      '<!doctype html><link rel="icon" href="data:,"><title>Acme</title><h1>Back at Acme</h1>',
    )
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return server
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const port = portOf(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

async function newLink(input: Record<string, unknown> = {}) {
  const profile = await buildProfile(testApp)
  const { body } = await testApp.call('POST', `/v1/profiles/${profile.id}/connect-links`, {
    redirect_url: `${ownerUrl}/connected?from=mail`,
    state: 'st-1',
    ...input,
  })
  return { id: body.id as string, url: body.url as string, profileId: profile.id }
}

const linkStatus = async (id: string) =>
  (await testApp.call('GET', `/v1/connect-links/${id}`)).body.status
const accountsOf = async (profileId: string) =>
  (await testApp.call('GET', '/v1/accounts', undefined, { profile: profileId })).body.data

/** Waits for the redirect to the owner's application and returns its query parameters. */
async function waitForReturn(page: Page): Promise<Record<string, string>> {
  await page.waitForURL(`${ownerUrl}/connected**`)
  return Object.fromEntries(new URL(page.url()).searchParams)
}

describe('a client with a link', () => {
  test('connects an account without JavaScript and is redirected back', async () => {
    const link = await newLink()
    const { page } = await openPage(browser, { javaScriptEnabled: false })
    await page.goto(link.url)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
      'Connect your account to Bergmann Agency',
    )
    await saveScreenshot(page, 'connect-1-open')
    await page.getByRole('button', { name: 'Continue with Threads' }).click()
    await page.getByRole('button', { name: '@anna.bakes' }).click()
    await saveScreenshot(page, 'connect-2-platform')
    await page.getByRole('button', { name: 'Allow' }).click()
    const query = await waitForReturn(page)
    const [account] = await accountsOf(link.profileId)
    expect(query).toEqual({
      from: 'mail',
      status: 'connected',
      profile_id: link.profileId,
      account_ids: account.id,
      state: 'st-1',
    })
    expect(account).toMatchObject({
      platform: 'threads',
      username: 'anna.bakes',
      status: 'connected',
    })
    expect(await linkStatus(link.id)).toBe('used')

    await page.goto(link.url)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
      'This link has already been used',
    )
    await saveScreenshot(page, 'connect-3-used')
  })

  test('cancels at the platform and can retry with the same link', async () => {
    const link = await newLink({ platforms: ['instagram', 'tiktok'] })
    const { page, complaints } = await openPage(browser)
    await page.goto(link.url)
    expect(await page.getByRole('button').allTextContents()).toEqual([
      'Continue with Instagram',
      'Continue with TikTok',
    ])
    await page.getByRole('button', { name: 'Continue with Instagram' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await waitForReturn(page)).toMatchObject({
      status: 'error',
      error: 'access_denied',
      state: 'st-1',
    })
    expect(await linkStatus(link.id)).toBe('valid')

    await page.goto(link.url)
    await page.getByRole('button', { name: 'Continue with TikTok' }).click()
    await page.getByRole('button', { name: '@bergmannbakery' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    expect(await waitForReturn(page)).toMatchObject({ status: 'connected' })
    expect(complaints).toEqual([])
  })

  test('enters their server, corrects it, and connects without JavaScript on a phone', async () => {
    const link = await newLink({ platforms: ['mastodon'], language: 'en' })
    const { page } = await openPage(browser, { javaScriptEnabled: false, viewport: phone })
    await page.goto(link.url)
    await page.getByRole('button', { name: 'Continue with Mastodon' }).click()
    const field = page.getByRole('textbox', { name: 'Your server' })
    expect(await field.inputValue()).toBe('')
    await saveScreenshot(page, 'connect-9-server-phone')

    await field.fill('intranet')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('alert').waitFor()
    expect(await field.inputValue()).toBe('intranet')
    await saveScreenshot(page, 'connect-10-server-unknown-phone')

    await field.fill(`@anna@mastodon.localhost:${new URL(testApp.sandbox.url).port}`)
    await page.keyboard.press('Enter')
    await page.waitForURL('http://mastodon.localhost:*/**')
    await page.getByRole('button', { name: '@anna@mastodon' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    expect(await waitForReturn(page)).toMatchObject({ status: 'connected', state: 'st-1' })
    expect(await accountsOf(link.profileId)).toMatchObject([
      { platform: 'mastodon', username: expect.stringMatching(/^anna@mastodon\.localhost/) },
    ])
  })

  test('selects Facebook Pages with the keyboard only, on a phone', async () => {
    const link = await newLink({ platforms: ['facebook'] })
    const { page, complaints } = await openPage(browser, { viewport: phone, hasTouch: true })
    await page.goto(link.url)
    await tabTo(page, 'Continue with Facebook')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${testApp.sandbox.url}/**`)
    await tabTo(page, 'Anna Bergmann')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'wants to access' }).waitFor()
    await tabTo(page, 'Allow')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/connect/choose/**')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
      'Which Pages do you want to connect?',
    )
    await saveScreenshot(page, 'connect-4-choice-phone')

    await tabTo(page, 'Connect')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('Nothing selected')
    expect(await page.title()).toContain('Problem: Nothing selected')
    await saveScreenshot(page, 'connect-5-choice-nothing-phone')

    await tabTo(page, 'Bergmann Bakery')
    await page.keyboard.press('Space')
    await tabTo(page, 'Harbour Coffee')
    await page.keyboard.press('Space')
    await tabTo(page, 'Connect')
    await page.keyboard.press('Enter')
    const query = await waitForReturn(page)
    const accounts = await accountsOf(link.profileId)
    expect(
      accounts.map((account: { display_name: string }) => account.display_name).sort(),
    ).toEqual(['Bergmann Bakery', 'Harbour Coffee'])
    expect(query.account_ids!.split(',').sort()).toEqual(
      accounts.map((account: { id: string }) => account.id).sort(),
    )
    expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([])
  })

  test('sees which pages are already connected, here or elsewhere, and can cancel', async () => {
    const link = await newLink({ platforms: ['facebook'] })
    const { page } = await openPage(browser, { javaScriptEnabled: false })
    await page.goto(link.url)
    await page.getByRole('button', { name: 'Continue with Facebook' }).click()
    await page.getByRole('button', { name: 'Anna Bergmann' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL('**/connect/choose/**')
    const connectedElsewhere = page.getByRole('checkbox', { name: 'Harbour Coffee' })
    expect(await connectedElsewhere.isDisabled()).toBe(true)
    expect(await page.getByText('Already connected elsewhere').count()).toBeGreaterThan(0)
    expect(await page.getByText('You need a higher role on Facebook').count()).toBe(1)
    await saveScreenshot(page, 'connect-6-choice-states')
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await waitForReturn(page)).toMatchObject({ status: 'error', error: 'access_denied' })
    expect(await linkStatus(link.id)).toBe('valid')
  })

  test('sees an error when the platform does not respond and can retry on that page', async () => {
    const link = await newLink({ platforms: ['threads'] })
    const { page } = await openPage(browser, { colorScheme: 'dark', viewport: phone })
    await page.goto(link.url)
    await page.getByRole('button', { name: 'Continue with Threads' }).click()
    await page.getByRole('button', { name: '@studio.rossi' }).click()
    await testApp.sandbox.control('POST', '/faults', {
      platform: 'threads',
      kind: 'http_500',
      times: 20,
    })
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('The platform is not responding')
    await saveScreenshot(page, 'connect-7-unavailable-phone-dark')

    await testApp.sandbox.control('DELETE', '/faults')
    await page.reload()
    expect(await page.getByRole('alert').textContent()).toContain('already used this login')
    await page.getByRole('button', { name: 'Continue with Threads' }).click()
    await page.getByRole('button', { name: '@studio.rossi' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    expect(await waitForReturn(page)).toMatchObject({ status: 'connected' })
  })

  test('is redirected with error=expired after the link expires', async () => {
    const link = await newLink()
    testApp.clock.advance(31 * 60_000)
    const { page } = await openPage(browser)
    await page.goto(link.url)
    await saveScreenshot(page, 'connect-8-expired')
    await page.getByRole('link', { name: 'Back to Bergmann Agency' }).click()
    expect(await waitForReturn(page)).toMatchObject({
      status: 'error',
      error: 'expired',
      state: 'st-1',
    })
  })
})
