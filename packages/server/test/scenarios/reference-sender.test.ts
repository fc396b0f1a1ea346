import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, sharedChromium } from '../browser.ts'
import { type DashboardBrowser, signInOwner } from '../dashboard.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

let testApp: TestApp
let browser: Browser
let owner: DashboardBrowser

beforeAll(async () => {
  testApp = await openTestApp({ listening: true })
  owner = await signInOwner(testApp, { email: 'olga@example.com' })
  browser = await sharedChromium()
})
afterAll(async () => {
  await testApp?.close()
})

type Caller = { hasSession?: boolean; hasKey?: boolean }

/** Opens an operation to try it out, by a browser with the session, the key, both or neither. */
async function tryOut(hash: string, { hasSession, hasKey }: Caller) {
  const { publicUrl } = testApp.ctx.config
  const opened = await openPage(browser)
  const { page } = opened
  const [name, value] = owner.cookie()!.split('=')
  if (hasSession) {
    await page.context().addCookies([{ name: name!, value: value!, url: publicUrl }])
  }
  if (hasKey) {
    await page.addInitScript(`sessionStorage['postern-api-key'] = '${testApp.ownerKey}'`)
  }
  await page.goto(`${publicUrl}/docs/reference/${hash}`)
  const operation = page.locator('.opblock.is-open')
  await operation.getByRole('button', { name: 'Try it out' }).click()
  const execute = async () => {
    const path = hash.includes('getSession') ? '/v1/session' : '/v1/me'
    const isSent = page.waitForRequest((request) => request.url() === `${publicUrl}${path}`)
    await operation.getByRole('button', { name: 'Execute' }).click()
    const headers = await (await isSent).allHeaders()
    const curl = await operation.getByRole('group', { name: 'Sent request as curl' }).textContent()
    return { headers, curl: curl! }
  }
  return { ...opened, operation, execute }
}

const keyHeader = '-H "Authorization: Bearer $POSTERN_KEY"'
const getMe = 'api-keys#/API_keys/getMe'

test('Try it out says that it sends the session, and its curl has the key to set', async () => {
  const { operation, execute } = await tryOut(getMe, { hasSession: true })
  await operation.getByText('Sent with your dashboard session (olga@example.com).').waitFor()
  const { headers, curl } = await execute()
  expect(headers).toHaveProperty('cookie')
  expect(curl).toContain(keyHeader)
})

test('with a key, Try it out sends no session, and no secret is shown', async () => {
  const { page, operation, execute } = await tryOut(getMe, {
    hasSession: true,
    hasKey: true,
  })
  await operation.getByText(`Sent with the key …${testApp.ownerKey.slice(-4)}.`).waitFor()
  await page.getByRole('button', { name: 'Authorized', exact: true }).waitFor()
  const { headers, curl } = await execute()
  expect(headers.authorization).toBe(`Bearer ${testApp.ownerKey}`)
  expect(headers).not.toHaveProperty('cookie')
  expect(curl).toContain(keyHeader)
  expect(await page.content()).not.toContain(testApp.ownerKey)
})

test('without key and session, an operation opened by keyboard is refused until a key that works is set', async () => {
  const { page, complaints } = await openPage(browser)
  await page.goto(`${testApp.ctx.config.publicUrl}/docs/reference/api-keys`)
  const operation = page.locator('#operations-API_keys-getMe')
  await operation.locator('button').first().press('Enter')
  await operation.getByRole('link', { name: 'api_key_revoked' }).waitFor()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByText('Not authorized.').waitFor()
  await operation.getByRole('button', { name: 'Execute' }).click()
  await operation.getByText('"api_key_missing"').first().waitFor()

  const authorize = page.locator('.btn.authorize')
  expect(await authorize.textContent()).toBe('Authorize')
  await operation.getByRole('button', { name: 'Set a key with Authorize' }).click()
  const dialog = page.getByRole('dialog', { name: 'Authorize' })
  await dialog.locator('input:focus').waitFor()
  await page.keyboard.type('pst_wrong')
  await page.keyboard.press('Enter')
  await dialog.getByText('This key does not work').waitFor()
  expect(await page.evaluate('sessionStorage.length')).toBe(0)
  await dialog.getByLabel('API key', { exact: true }).fill(testApp.ownerKey)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await operation.getByText('Sent with the key').waitFor()
  expect(await authorize.textContent()).toBe('Authorized')
  const isSent = page.waitForRequest(/\/v1\/me$/)
  await operation.getByRole('button', { name: 'Execute' }).click()
  expect((await isSent).headers().authorization).toBe(`Bearer ${testApp.ownerKey}`)
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([])
})

test('an operation that needs the session sends it although a key is set', async () => {
  const { operation, execute } = await tryOut('sign-in#/Sign-in/getSession', {
    hasSession: true,
    hasKey: true,
  })
  await operation.getByText('Sent with your dashboard session (olga@example.com).').waitFor()
  const { headers, curl } = await execute()
  expect(headers).toHaveProperty('cookie')
  expect(headers).not.toHaveProperty('authorization')
  expect(curl).toContain('-H "Cookie: postern_session=$POSTERN_SESSION"')
})
