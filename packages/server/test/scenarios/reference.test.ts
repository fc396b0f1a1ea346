import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phone } from '../browser.ts'
import { buildProfile } from '../build.ts'
import { type DashboardBrowser, signInOwner } from '../dashboard.ts'
import { type Docs, openDocs } from '../docs-pages.ts'

let docs: Docs
let owner: DashboardBrowser

beforeAll(async () => {
  docs = await openDocs()
  owner = await signInOwner(docs.testApp, { email: 'olga@example.com' })
})
afterAll(() => docs.close())

const operationOf = (page: Page, anchor: string) => page.locator(`[id="${anchor}"]`)

async function isInView(page: Page, element: Locator): Promise<boolean> {
  const box = await element.boundingBox()
  return box !== null && box.y >= 0 && box.y + box.height <= page.viewportSize()!.height
}

test('search and side navigation lead to an operation, a field opens what hides it, and Back returns', async () => {
  const { page, complaints } = await docs.open('/docs/search?q=next_attempt_at')
  await page.getByRole('link', { name: 'Retrieve a post', exact: true }).click()
  await page.waitForURL(/#\/Posts\/getPost\/response\/next_attempt_at$/)
  const field = page.locator('.fields > div:target')
  await expect.poll(() => isInView(page, field)).toBe(true)
  expect(await field.locator('code').first().textContent()).toBe('next_attempt_at')
  const current = page.locator('.side [aria-current=true]')
  expect(await current.allTextContents()).toEqual(['Retrieve a post'])

  await current.page().getByRole('navigation').getByRole('link', { name: 'List posts' }).click()
  const heading = page.getByRole('heading', { name: 'List posts' })
  await expect.poll(() => isInView(page, heading)).toBe(true)
  expect(await current.allTextContents()).toEqual(['List posts'])
  await page.goBack()
  await page.goBack()
  await page.waitForURL(/\/docs\/search\?q=next_attempt_at$/)
  expect(complaints).toEqual([])
})

test('samples of all operations are in the language that was chosen last, also after a reload', async () => {
  const { page } = await docs.open('/docs/reference/profiles#/Profiles/createProfile')
  const create = operationOf(page, '/Profiles/createProfile')
  const list = operationOf(page, '/Profiles/listProfiles')
  await create.getByText('TypeScript', { exact: true }).click()
  await create.getByText('client.profiles.create(').waitFor()
  await list.getByText('client.profiles.list(').waitFor()
  expect(await create.getByText('curl -X POST').isVisible()).toBe(false)
  await page.reload()
  await list.getByText('client.profiles.list(').waitFor()
})

test('on a phone, the menu and the search stay in view, and a link closes the menu', async () => {
  const { page, complaints } = await docs.open('/docs/reference/accounts#/Accounts/moveAccount', {
    viewport: phone,
  })
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  const menu = page.getByRole('button', { name: 'Operations', exact: true })
  await expect.poll(() => isInView(page, menu)).toBe(true)
  expect(await isInView(page, page.getByRole('combobox'))).toBe(true)
  const link = page.getByRole('navigation').getByRole('link', { name: 'List accounts' })
  await menu.click()
  await page.getByRole('button', { name: 'Close' }).click()
  await link.waitFor({ state: 'hidden' })
  await menu.click()
  await link.click()
  await link.waitFor({ state: 'hidden' })
  const heading = page.getByRole('heading', { name: 'List accounts' })
  await expect.poll(() => isInView(page, heading)).toBe(true)
  expect(complaints).toEqual([])
})

/** Opens *Try it out* of an operation. `send` returns the request that it sends. */
async function tryOut(page: Page, anchor: string) {
  const operation = operationOf(page, anchor)
  await operation.getByText('Try it out', { exact: true }).click()
  const send = async () => {
    const isSent = page.waitForRequest(/\/v1\/(?!session$|me$)/)
    await operation.getByRole('button', { name: 'Send' }).click()
    const request = await isSent
    await operation.getByText(/^\d{3} [\w ]+ in \d+ ms$/).waitFor()
    return { request, headers: await request.allHeaders() }
  }
  const response = operation.getByRole('group', { name: 'Response body' })
  const curl = async () => {
    await operation.getByText('Sent request as curl').click()
    return (await operation.getByRole('group', { name: 'Sent request as curl' }).textContent())!
  }
  return { operation, send, response, curl }
}

const keyHeader = '-H "Authorization: Bearer $POSTERN_KEY"'

test('by keyboard, a key that does not work is refused, and one that does is used in all areas until it is removed', async () => {
  const { ownerKey } = docs.testApp
  const { page, complaints } = await docs.open('/docs/reference/profiles')
  const first = await tryOut(page, '/Profiles/listProfiles')
  await first.operation.getByText('Not authorized.').waitFor()
  await first.send()
  expect(await first.response.textContent()).toContain('"api_key_missing"')

  await first.operation.getByRole('button', { name: 'Authorize' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Authorize' })
  await dialog.locator('input:focus').waitFor()
  await page.keyboard.type('pst_wrong')
  await page.keyboard.press('Enter')
  await dialog.getByText('This key does not work').waitFor()
  expect(await page.evaluate('sessionStorage.length')).toBe(0)
  await dialog.getByLabel('API key').fill(ownerKey)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await first.operation.getByText(`Sent with the key …${ownerKey.slice(-4)}.`).waitFor()

  await page.goto(new URL('/docs/reference/platforms', page.url()).href)
  const other = await tryOut(page, '/Platforms/listPlatforms')
  const { headers } = await other.send()
  expect(headers.authorization).toBe(`Bearer ${ownerKey}`)
  expect(await other.curl()).toContain(keyHeader)
  expect(await page.content()).not.toContain(ownerKey)

  await other.operation.getByRole('button', { name: 'Authorized' }).click()
  await dialog.getByRole('button', { name: 'Remove the key' }).click()
  expect(await page.evaluate('sessionStorage.length')).toBe(0)
  expect(await page.evaluate('Object.values(localStorage)')).not.toContain(ownerKey)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await other.operation.getByText('Not authorized.').waitFor()
  expect(complaints.filter((text) => !text.includes('401'))).toEqual([])
})

test('a session is sent without a key, and for what only members can do also with one', async () => {
  const cookie = owner.cookie()
  const { page } = await docs.open('/docs/reference/owner', { cookie })
  const get = await tryOut(page, '/Owner/getOwner')
  await get.operation.getByText('Sent with your dashboard session (olga@example.com).').waitFor()
  expect((await get.send()).headers).toHaveProperty('cookie')
  expect(await get.curl()).toContain(keyHeader)

  const apiKey = docs.testApp.ownerKey
  const { page: withKey } = await docs.open('/docs/reference/owner', { cookie, apiKey })
  const keyed = await tryOut(withKey, '/Owner/getOwner')
  expect((await keyed.send()).headers).not.toHaveProperty('cookie')

  const { page: members } = await docs.open('/docs/reference/sign-in', { cookie, apiKey })
  const sessions = await tryOut(members, '/Sign-in/listSessions')
  await sessions.operation.getByText('Sent with your dashboard session').waitFor()
  const { headers } = await sessions.send()
  expect(headers).toHaveProperty('cookie')
  expect(headers).not.toHaveProperty('authorization')
  expect(await sessions.curl()).toContain('-H "Cookie: postern_session=$POSTERN_SESSION"')
})

test('on a phone, Try it out sends what is entered and shows the response as text', async () => {
  const { testApp } = docs
  const name = `<img src=x onerror="document.title='run'"> it's`
  const profile = await buildProfile(testApp, { name })
  const { page, complaints } = await docs.open('/docs/reference/profiles', {
    viewport: phone,
    apiKey: testApp.ownerKey,
  })
  const update = await tryOut(page, '/Profiles/updateProfile')
  const { operation } = update
  await operation.getByLabel('id', { exact: true }).fill(profile.id)
  await operation.getByLabel('Service-Profile').fill(profile.id)
  const body = operation.getByRole('textbox', { name: 'Body' })
  expect(JSON.parse(await body.inputValue())).toHaveProperty('name')
  const text = JSON.stringify({ name })
  await body.fill(text)
  const { request, headers } = await update.send()
  expect([request.method(), request.url(), request.postData()]).toEqual([
    'PATCH',
    `${testApp.ctx.config.publicUrl}/v1/profiles/${profile.id}`,
    text,
  ])
  expect(headers).toMatchObject({
    'service-profile': profile.id,
    'content-type': 'application/json',
  })
  expect(await update.response.textContent()).toContain(JSON.stringify(name))
  expect(await operation.locator('img').count()).toBe(0)
  await expect.poll(() => isInView(page, operation.getByText(/^200/))).toBe(true)
  expect(await update.curl()).toContain(String.raw`it'\''s`)
  await operation.getByText('Response headers').click()
  const received = operation.getByRole('group', { name: 'Response headers' })
  expect(await received.textContent()).toMatch(/^content-type: application\/json$/m)
  await operation.getByRole('button', { name: 'Reset' }).click()
  expect(await update.response.isVisible()).toBe(false)
  expect(complaints).toEqual([])
})

test('filters are joined by commas, and those not set are not sent', async () => {
  const { page } = await docs.open('/docs/reference/posts', { apiKey: docs.testApp.ownerKey })
  const list = await tryOut(page, '/Posts/listPosts')
  const statuses = list.operation.getByRole('group', { name: 'status' })
  await statuses.getByLabel('failed').check()
  await statuses.getByLabel('draft').check()
  const { request } = await list.send()
  expect([...new URL(request.url()).searchParams]).toEqual([['status', 'draft,failed']])
})
