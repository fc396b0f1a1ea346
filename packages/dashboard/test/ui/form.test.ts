import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { message } from '../messages.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

/** What every form guarantees, shown with that of a profile. */
let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(async () => await dashboard.close())

test('values that the form refuses → each field says why, the first has the focus, nothing is sent', async () => {
  const { page, dialog, field, create } = await openForm()
  const sent = requestsOf(page)
  await field('Name').fill('Nordlicht')
  await field('External ID').fill('has space')
  await field('Metadata').fill('{bad')
  await create.click()
  await dialog.getByText(message('profiles', 'externalIdWrong'), { exact: true }).waitFor()
  await dialog.getByText(message('profiles', 'metadataWrong')).waitFor()
  await field('External ID').and(page.locator(':focus')).waitFor()
  expect(sent).toEqual([])
  await field('External ID').fill('client-7')
  await field('Metadata').fill('{"plan":"gold"}')
  await create.click()
  await page.getByRole('heading', { name: 'Nordlicht' }).waitFor()
  expect(sent).toEqual(['POST'])
})

test('a field that is changed → its error is gone, those of other fields stay', async () => {
  const { dialog, field, create } = await openForm()
  await field('Metadata').fill('{bad')
  await create.click()
  await dialog.getByText(message('profiles', 'nameMissing')).waitFor()
  await field('Name').fill('Corrected')
  await dialog.getByText(message('profiles', 'nameMissing')).waitFor({ state: 'detached' })
  await dialog.getByText(message('profiles', 'metadataWrong')).waitFor()
  await field('Metadata').fill('{}')
  await dialog.getByText(message('profiles', 'metadataWrong')).waitFor({ state: 'detached' })
})

test('errors of the API with the path of a field → said there until it is changed, without a message', async () => {
  const { page, dialog, field, create } = await openForm()
  await page.route('**/v1/profiles', (route) =>
    refuse(route, [
      { path: 'metadata.plan', code: 'invented', message: 'Not a plan.' },
      { path: 'external_id', code: 'invented', message: 'Not an ID.' },
    ]),
  )
  await field('Name').fill('Refused')
  await create.click()
  await dialog.getByText('Not a plan.').waitFor()
  await field('External ID').and(page.locator(':focus[aria-invalid="true"]')).waitFor()
  expect(await field('Metadata').getAttribute('aria-invalid')).toBe('true')
  expect(await dialog.getByRole('alert').count()).toBe(0)
  await page.keyboard.type('x')
  await dialog.getByText('Not an ID.').waitFor({ state: 'detached' })
  await dialog.getByText('Not a plan.').waitFor()
})

test('an error of the API with another path → a message names it, and the fields keep theirs', async () => {
  const { page, dialog, field, create } = await openForm()
  await page.route('**/v1/profiles', (route) =>
    refuse(route, [
      { path: 'name', code: 'invented', message: 'Not a name.' },
      { path: 'accounts.0', code: 'invented', message: 'Not an account.' },
    ]),
  )
  await field('Name').fill('Refused')
  await create.click()
  await dialog.getByRole('alert').filter({ hasText: 'Not an account.' }).waitFor()
  await field('Name').and(page.locator(':focus[aria-invalid="true"]')).waitFor()
})

test('a request that fails → a message until the next one, and the values stay', async () => {
  const { page, dialog, field, create } = await openForm()
  await page.route('**/v1/profiles', (route) => refuse(route, []))
  await field('Name').fill('Kept')
  await create.click()
  await dialog.getByRole('alert').waitFor()
  await page.unroute('**/v1/profiles')
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/v1/profiles', async (route) => {
    await isAnswered
    await route.continue()
  })
  await create.click()
  await dialog.getByRole('alert').waitFor({ state: 'detached' })
  expect(await field('Name').inputValue()).toBe('Kept')
  answer()
  await page.getByRole('heading', { name: 'Kept' }).waitFor()
})

test('a form that is sent again while it runs, with other values too → one request', async () => {
  const { page, field } = await openForm()
  const sent = requestsOf(page)
  await field('Name').fill('Once')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' more')
  await page.evaluate('document.querySelector("[role=dialog] form").requestSubmit()')
  await page.getByRole('heading', { name: 'Once', exact: true }).waitFor()
  expect(sent).toEqual(['POST'])
})

test('what was entered → closing asks, and Cancel closes without a question', async () => {
  const { page, dialog, field } = await openForm()
  await field('Name').fill('Half done')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard changes?' })
  await question.getByRole('button', { name: message('unsaved', 'keep') }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await field('Name').inputValue()).toBe('Half done')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
})

async function openForm() {
  const page = await dashboard.open('/profiles?new=1')
  const dialog = page.getByRole('dialog', { name: 'Create profile' })
  const create = dialog.getByRole('button', { name: 'Create profile' })
  await create.waitFor()
  return { page, dialog, create, field: (name: string) => dialog.getByRole('textbox', { name }) }
}

/** The methods of the requests that change profiles. */
function requestsOf(page: Page): string[] {
  const methods: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && /\/v1\/profiles$/.test(request.url()))
      methods.push(request.method())
  })
  return methods
}

type Detail = { path: string; code: string; message: string }

/** Answers a change as the API does; reads pass. */
async function refuse(route: Parameters<Parameters<Page['route']>[1]>[0], details: Detail[]) {
  if (route.request().method() === 'GET') return await route.fallback()
  const error = { type: 'invalid_request_error', code: 'validation_failed', message: 'Invalid.' }
  await route.fulfill({ status: 400, json: { error: { ...error, details } } })
}
