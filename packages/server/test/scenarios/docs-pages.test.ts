import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWebhook } from '../build-webhook.ts'
import { signInOwner } from '../dashboard.ts'
import { type Docs, openDocs } from '../docs-pages.ts'
import { openReceiver } from '../receiver.ts'

let docs: Docs

beforeAll(async () => {
  docs = await openDocs()
})
afterAll(() => docs.close())

test('a signed-in owner sends the sample of an event to an endpoint', async () => {
  const receiver = await openReceiver()
  const { testApp } = docs
  const webhook = await buildWebhook(testApp, { url: receiver.url })
  const owner = await signInOwner(testApp)
  const { page, complaints } = await docs.open('/docs/events/post.published', {
    cookie: owner.cookie(),
  })
  await page.getByLabel('Endpoint').selectOption({ label: receiver.url })
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Your endpoint answered 200').waitFor()
  const href = await page.getByRole('link', { name: 'View delivery' }).getAttribute('href')
  expect(href).toContain(`/dashboard${webhook.path.replace('/v1', '')}/deliveries/`)
  expect(receiver.received.map(({ json }) => [json.type, json.test])).toEqual([
    ['post.published', true],
  ])
  expect(complaints).toEqual([])
  await receiver.close()
})

test('the / key searches, and a result opens by keyboard', async () => {
  const { page, complaints } = await docs.open('/docs/guides')
  await page.keyboard.press('/')
  await page.keyboard.type('verify the signature')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/search\?q=verify\+the\+signature$/)
  await page.getByRole('link', { name: 'Webhooks: Verify the signature' }).press('Enter')
  await page.waitForURL(/\/docs\/guides\/webhooks#verify-the-signature$/)
  expect(complaints).toEqual([])
})

test('the first request of /docs is shown in the language that was chosen last', async () => {
  const { page, complaints } = await docs.open('/docs')
  const curl = page.getByText(`curl "${docs.testApp.ctx.config.publicUrl}/v1/me"`)
  await curl.waitFor()
  await page.getByText('Python', { exact: true }).click()
  await page.getByText('result = client.get_me()').waitFor()
  expect(await curl.isVisible()).toBe(false)
  await page.reload()
  await page.getByText('result = client.get_me()').waitFor()
  expect(complaints).toEqual([])
})

test('the error codes are filtered by words of their code and meaning', async () => {
  const { page, complaints } = await docs.open('/docs/errors')
  const filter = page.getByLabel('Filter codes')
  await filter.fill('key revoked')
  await page.getByText(/^\d+ of \d+ codes$/).waitFor()
  expect(await page.locator('#api_key_revoked').isVisible()).toBe(true)
  expect(await page.locator('#post_not_found').isVisible()).toBe(false)
  expect(await page.locator('#status-409').isVisible()).toBe(false)
  expect(await page.getByRole('link', { name: '409', exact: true }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'post_not_found' }).count()).toBe(0)
  await filter.fill('xyzzyqwert')
  await page.getByRole('status').getByText('No code matches.').waitFor()
  expect(await page.locator('pre').isVisible()).toBe(false)
  await filter.fill('')
  await page.locator('#post_not_found').waitFor()
  expect(complaints).toEqual([])
})

test('a code block of a guide can be copied', async () => {
  await docs.allowClipboard()
  const { page, complaints } = await docs.open('/docs/guides/quick-start')
  await page.getByRole('button', { name: 'Copy' }).first().click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toContain('curl -s $API/me')
  expect(complaints).toEqual([])
})
