import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone } from '../browser.ts'
import { type DashboardBrowser, signInOwner } from '../dashboard.ts'
import { type Docs, openDocs } from '../docs-pages.ts'

let docs: Docs
let owner: DashboardBrowser

beforeAll(async () => {
  docs = await openDocs()
  owner = await signInOwner(docs.testApp, { email: 'olga@example.com' })
})
afterAll(() => docs.close())

/** Opens an area whose operations are executed with the key of the owner. */
const openWithKey = (hash: string, options: Parameters<Docs['open']>[1] = {}) =>
  docs.open(`/docs/reference/${hash}`, { ...options, apiKey: docs.testApp.ownerKey })

/** Waits for the schema of a response, which is rendered last: what is done earlier can be lost. */
async function tryOut(operation: Locator): Promise<void> {
  await operation.locator('.responses-wrapper .json-schema-2020-12').first().waitFor()
  await operation.getByRole('button', { name: 'Try it out' }).click()
}

const execute = (operation: Locator) => operation.getByRole('button', { name: 'Execute' }).click()

async function isInView(page: Page, element: Locator): Promise<boolean> {
  const box = await element.boundingBox()
  return box !== null && box.y >= 0 && box.y + box.height <= page.viewportSize()!.height
}

/** Whether *Execute* is right below the bar at the top, with the start of the response in view. */
async function isResponseShown(page: Page, operation: Locator): Promise<boolean> {
  const bar = await page.locator('.bar').boundingBox()
  const button = await operation.getByRole('button', { name: 'Execute' }).boundingBox()
  const response = await operation.locator('.sent-response').boundingBox()
  const top = bar!.y + bar!.height
  const middle = page.viewportSize()!.height / 2
  return button!.y >= top && response!.y > button!.y && response!.y < middle
}

test('on a phone, Execute and the response scroll into view, and a changed filter does not scroll', async () => {
  const { page } = await openWithKey('posts#/Posts/listPosts', { viewport: phone })
  const listPosts = page.locator('#operations-Posts-listPosts')
  await tryOut(listPosts)
  const button = listPosts.getByRole('button', { name: 'Execute' })
  await expect.poll(() => isInView(page, button)).toBe(true)
  expect(await isInView(page, listPosts.getByText('Sent with the key'))).toBe(true)
  await execute(listPosts)
  await expect.poll(() => isResponseShown(page, listPosts)).toBe(true)

  const status = (code: string) => page.locator('.live-responses-table').getByText(code)
  await status('200').first().waitFor()
  const line = listPosts.locator('.received-headers').getByText('content-type: application/json')
  expect(await line.isVisible()).toBe(false)
  await listPosts.locator('.received-headers summary').click()
  await line.waitFor()

  const filter = listPosts.getByRole('checkbox', { name: 'scheduled', exact: true })
  await filter.check()
  const before = (await filter.boundingBox())!.y
  await listPosts.getByRole('checkbox', { name: 'failed', exact: true }).check()
  await expect.poll(() => listPosts.getByRole('checkbox', { checked: true }).count()).toBe(2)
  expect((await filter.boundingBox())!.y).toBeCloseTo(before, 0)

  const createPost = page.locator('#operations-Posts-createPost')
  await createPost.locator('button').first().click()
  await tryOut(createPost)
  await execute(createPost)
  await expect.poll(() => isResponseShown(page, createPost)).toBe(true)
})

test('the examples are folded from a response until Clear', async () => {
  const { page } = await openWithKey('platforms#/Platforms/listPlatforms')
  const operation = page.locator('#operations-Platforms-listPlatforms')
  const example = operation.getByRole('heading', { name: 'Example response 200' })
  const summary = operation.getByText('Examples', { exact: true })
  await example.waitFor()
  await tryOut(operation)
  await execute(operation)
  await example.waitFor({ state: 'hidden' })
  await summary.click()
  await example.waitFor()
  await summary.click()
  await example.waitFor({ state: 'hidden' })
  await operation.getByRole('button', { name: 'Clear' }).click()
  await example.waitFor()
})

test('the body of a long response scrolls by keyboard within the screen', async () => {
  const { page } = await openWithKey('platforms#/Platforms/listPlatforms')
  const operation = page.locator('#operations-Platforms-listPlatforms')
  await tryOut(operation)
  await execute(operation)
  await expect.poll(() => isResponseShown(page, operation)).toBe(true)
  const body = page.getByRole('group', { name: 'Response body' })
  await body.press('End')
  const scrolled = () =>
    body.evaluate((element) => (element as unknown as { scrollTop: number }).scrollTop)
  await expect.poll(scrolled).toBeGreaterThan(1000)
  expect((await body.boundingBox())!.height).toBeLessThan(page.viewportSize()!.height)
})

test('a key entered in one area is used in the others until it is removed', async () => {
  const { page, complaints } = await docs.open('/docs/reference/api-keys')
  const authorize = page.locator('.btn.authorize').first()
  const dialog = page.getByRole('dialog', { name: 'Authorize' })
  await authorize.click()
  await dialog.getByLabel('API key', { exact: true }).fill(docs.testApp.ownerKey)
  await dialog.getByRole('button', { name: 'Use this key' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.goto(new URL('/docs/reference/profiles#/Profiles/listProfiles', page.url()).href)
  const operation = page.locator('#operations-Profiles-listProfiles')
  await tryOut(operation)
  await execute(operation)
  await operation.locator('.live-responses-table').getByText('"is_default"').first().waitFor()

  await authorize.click()
  await dialog.getByRole('button', { name: 'Remove the key' }).click()
  await dialog.getByLabel('API key', { exact: true }).waitFor()
  expect(await page.evaluate('sessionStorage.length')).toBe(0)
  expect(await page.evaluate('Object.values(localStorage)')).not.toContain(docs.testApp.ownerKey)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([])
})

type Caller = { hasSession?: boolean; hasKey?: boolean }

/** Opens an operation to try it out, by a browser with the session, the key, both or neither. */
async function openAs(hash: string, { hasSession, hasKey }: Caller) {
  const { publicUrl } = docs.testApp.ctx.config
  const { page } = await docs.open(`/docs/reference/${hash}`, {
    ...(hasSession ? { cookie: owner.cookie() } : {}),
    ...(hasKey ? { apiKey: docs.testApp.ownerKey } : {}),
  })
  const operation = page.locator('.opblock.is-open')
  await tryOut(operation)
  const send = async () => {
    const path = hash.includes('getSession') ? '/v1/session' : '/v1/me'
    const isSent = page.waitForRequest((request) => request.url() === `${publicUrl}${path}`)
    await execute(operation)
    const headers = await (await isSent).allHeaders()
    const curl = await operation.getByRole('group', { name: 'Sent request as curl' }).textContent()
    return { headers, curl: curl! }
  }
  return { page, operation, send }
}

const keyHeader = '-H "Authorization: Bearer $POSTERN_KEY"'
const getMe = 'api-keys#/API_keys/getMe'

test('Try it out says that it sends the session, and its curl has the key to set', async () => {
  const { operation, send } = await openAs(getMe, { hasSession: true })
  await operation.getByText('Sent with your dashboard session (olga@example.com).').waitFor()
  const { headers, curl } = await send()
  expect(headers).toHaveProperty('cookie')
  expect(curl).toContain(keyHeader)
})

test('with a key, Try it out sends no session, and no secret is shown', async () => {
  const { page, operation, send } = await openAs(getMe, {
    hasSession: true,
    hasKey: true,
  })
  await operation.getByText(`Sent with the key …${docs.testApp.ownerKey.slice(-4)}.`).waitFor()
  await page.getByRole('button', { name: 'Authorized', exact: true }).waitFor()
  const { headers, curl } = await send()
  expect(headers.authorization).toBe(`Bearer ${docs.testApp.ownerKey}`)
  expect(headers).not.toHaveProperty('cookie')
  expect(curl).toContain(keyHeader)
  expect(await page.content()).not.toContain(docs.testApp.ownerKey)
})

test('without key and session, an operation opened by keyboard is refused until a key that works is set', async () => {
  const { page, complaints } = await docs.open('/docs/reference/api-keys')
  const operation = page.locator('#operations-API_keys-getMe')
  await operation.locator('button').first().press('Enter')
  await operation.getByRole('link', { name: 'api_key_revoked' }).waitFor()
  await tryOut(operation)
  await operation.getByText('Not authorized.').waitFor()
  await execute(operation)
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
  await dialog.getByLabel('API key', { exact: true }).fill(docs.testApp.ownerKey)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await operation.getByText('Sent with the key').waitFor()
  expect(await authorize.textContent()).toBe('Authorized')
  const isSent = page.waitForRequest(/\/v1\/me$/)
  await execute(operation)
  expect((await isSent).headers().authorization).toBe(`Bearer ${docs.testApp.ownerKey}`)
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([])
})

test('an operation that needs the session sends it although a key is set', async () => {
  const { operation, send } = await openAs('sign-in#/Sign-in/getSession', {
    hasSession: true,
    hasKey: true,
  })
  await operation.getByText('Sent with your dashboard session (olga@example.com).').waitFor()
  const { headers, curl } = await send()
  expect(headers).toHaveProperty('cookie')
  expect(headers).not.toHaveProperty('authorization')
  expect(curl).toContain('-H "Cookie: postern_session=$POSTERN_SESSION"')
})
