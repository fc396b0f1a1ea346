import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAccount, buildProfile } from '../../../server/test/build.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(async () => await dashboard.close())

test('a profile that was just created opens, and leads to connecting its first account', async () => {
  const page = await dashboard.open('/profiles?search=nobody')
  await page.getByRole('button', { name: 'Create profile' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Halde Cycles')
  await page.getByRole('dialog').getByRole('button', { name: 'Create profile' }).click()
  await page.getByText('“Halde Cycles” was created').waitFor()
  await page.getByRole('heading', { name: 'Halde Cycles' }).waitFor()
  await page.getByRole('button', { name: 'Connect account' }).first().click()
  await page.getByRole('dialog', { name: 'Connect an account for “Halde Cycles”' }).waitFor()
  await page.goBack()
  await page.getByText('No matching profiles.').waitFor()
  expect(new URL(page.url()).search).toBe('?search=nobody')
})

test('Escape in the open color picker closes it alone, and the next one asks about the dialog', async () => {
  const page = await dashboard.open('/profiles?new=1')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Tab')
  const picker = page.locator('.mantine-ColorInput-dropdown')
  await picker.waitFor()
  // Nothing is entered yet, so that an Escape that reaches the dialog closes it at once.
  await page.keyboard.press('Escape')
  await picker.waitFor({ state: 'detached' })
  await name.fill('Half done')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Discard changes?' }).waitFor()
})

test('a search that finds no profile can be cleared in the empty list', async () => {
  await buildProfile(dashboard.testApp, { name: 'Found again' })
  const page = await dashboard.open('/profiles?search=nobody')
  await page.getByText('Clear search', { exact: true }).click()
  await page.getByRole('link', { name: 'Found again' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
})

test('a profile without accounts leads to connecting one before writing a post', async () => {
  const profile = await buildProfile(dashboard.testApp, { name: 'Fresh Client' })
  const page = await dashboard.open(`/profiles/${profile.id}`)
  await page.getByText('No accounts connected yet.').waitFor()
  await page.getByRole('heading', { name: 'Upcoming posts' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Connect account' }).last().click()
  await page.getByRole('dialog', { name: 'Connect an account for “Fresh Client”' }).waitFor()
})

test('the mark of an account in the list names it and opens its page', async () => {
  const profile = await buildProfile(dashboard.testApp, { name: 'Wide Row' })
  const account = await buildAccount(dashboard.testApp, {
    profile_id: profile.id,
    granted: { username: 'wide.row' },
  })
  const page = await dashboard.open('/profiles?search=wide')
  const mark = page.getByRole('row').getByRole('link', { name: 'wide.row' })
  await mark.hover()
  await page.getByRole('tooltip', { name: 'wide.row' }).waitFor()
  await mark.click()
  await page.waitForURL(`**/accounts/${account.id}`)
})
