import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, phone, saveScreenshot, sharedChromium } from '../browser.ts'
import { buildProfile } from '../build.ts'
import { buildLink } from '../connect-flow.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

let testApp: TestApp
let browser: Browser

beforeAll(async () => {
  testApp = await openTestApp({ listening: true, poolMax: 5 })
  await testApp.call('PATCH', '/v1/connect/settings', { brand_name: 'Bergmann Agency' })
  browser = await sharedChromium()
})
afterAll(async () => {
  await testApp?.close()
})

test('without a redirect URL the client cancels, retries and sees the connected account, on a phone without JavaScript', async () => {
  const { default_redirect_url } = (await testApp.call('GET', '/v1/connect/settings')).body
  const profile = await buildProfile(testApp)
  const link = await buildLink(testApp, profile.id, { redirect_url: default_redirect_url })
  const options = { viewport: phone, hasTouch: true, javaScriptEnabled: false }
  const { page, complaints } = await openPage(browser, options)
  await page.goto(link.url)
  await page.getByRole('button', { name: 'Continue with Threads' }).tap()
  await page.getByRole('button', { name: 'Cancel' }).tap()
  await page.getByRole('heading', { name: 'You canceled' }).waitFor()
  await saveScreenshot(page, 'ending-7-canceled-phone')
  await page.getByRole('link', { name: 'Try again' }).tap()
  await page.waitForURL(link.url)
  await page.getByRole('button', { name: 'Continue with Threads' }).tap()
  await page.getByRole('button', { name: '@anna.bakes' }).tap()
  await page.getByRole('button', { name: 'Allow' }).tap()
  await page.getByRole('heading', { name: 'You’re connected to Bergmann Agency' }).waitFor()
  expect(await page.getByRole('listitem').allTextContents()).toEqual(['@anna.bakes Threads'])
  await saveScreenshot(page, 'ending-8-connected-phone')
  // Ignores the sandbox's missing icon.
  expect(complaints.filter((text) => !text.includes('status of 404'))).toEqual([])
  const address = page.url()

  const otherBrowser = await openPage(browser)
  await otherBrowser.page.goto(address)
  await otherBrowser.page.getByRole('heading', { name: 'You can close this page' }).waitFor()
  expect(await otherBrowser.page.getByText('anna.bakes').count()).toBe(0)
})
