import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Account } from '../../../server/src/schemas/account.ts'
import { buildAccount } from '../../../server/test/build.ts'
import { message } from '../messages.ts'
import { shownTime } from '../publishing-seed.ts'
import { owner } from '../sign-in.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

// The browser is in Berlin, where it is Saturday, 21 November 2026, 10:00. In Pago Pago it is Friday.
let dashboard: Dashboard
let account: Account
let cookie: string

beforeAll(async () => {
  dashboard = await openDashboard()
  account = await buildAccount(dashboard.testApp)
  cookie = await signIn()
})
beforeEach(() => chooseZone(null))
afterAll(async () => await dashboard.close())

test('a time zone chosen in the settings applies at once, also to the next page', async () => {
  const page = await dashboard.open('/settings')
  const field = page.getByRole('combobox', { name: 'Time zone' })
  expect(await field.inputValue()).toBe('Same as this browser (Europe/Berlin)')
  await field.fill('Pago')
  await page.getByRole('option', { name: 'Pacific/Pago Pago' }).click()
  await page.locator('form').filter({ has: field }).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  // The pointer stays while the page is shown again in the new time zone.
  const hover = async () => {
    await page.locator('time').first().hover()
    return (await page.getByRole('tooltip').allTextContents()).join()
  }
  await expect.poll(hover).toMatch(/^20 Nov 2026, 22:/)
  await page.getByRole('link', { name: 'Calendar', exact: true }).click()
  await page.getByText('Times in Pacific/Pago Pago (GMT-11)').waitFor()
})

test.each(['wide', 'phone'] as const)(
  'the month marks today in the time zone of the member: %s',
  async (viewport) => {
    await chooseZone('Pacific/Pago_Pago')
    const page = await dashboard.open('/calendar?view=month', { viewport })
    const today = page.locator('[aria-current=date][aria-label]')
    expect(await today.getAttribute('aria-label')).toMatch(/Friday,? 20 November 2026/)
  },
)

test('the composer shows and sends a time in the time zone of the member', async () => {
  await chooseZone('America/New_York')
  const page = await compose('2026-11-25T16:00:00.000Z')
  expect(await shownTime(page)).toBe('Wed, 25 Nov 2026 11:00')
  await page.getByText('Your time zone: America/New York (GMT-5)').waitFor()
  await page.getByLabel('Hours').fill('09')
  await page.getByLabel('Text', { exact: true }).fill('Spelt from New York')
  await page.getByRole('button', { name: /^Schedule/ }).click()
  await page.getByText(/Scheduled for 25 Nov 2026, 09:00/).waitFor()
  const { data } = (await dashboard.testApp.call('GET', '/v1/posts')).body
  const post = data.find(({ text }: { text: string }) => text === 'Spelt from New York')
  expect(post.scheduled_at).toBe('2026-11-25T14:00:00.000Z')
})

test.each([
  ['skips', '2027-03-14T06:30:00.000Z', '02', 'The clocks go forward then, so this is 03:30.'],
  ['repeats', '2027-11-07T04:30:00.000Z', '01', message('date-time', 'repeated')],
])('an hour that the clock %s is explained', async (_, at, hours, text) => {
  await chooseZone('America/New_York')
  const page = await compose(at)
  expect(await page.getByText('The clocks go').count()).toBe(0)
  await page.getByLabel('Hours').fill(hours)
  await page.getByText(text).waitFor()
})

async function compose(at: string): Promise<Page> {
  const page = await dashboard.open(`/posts/new?at=${at}&profile=${account.profile_id}`)
  await page.getByLabel('Hours').waitFor()
  return page
}

async function chooseZone(time_zone: string | null): Promise<void> {
  const options = { key: null, headers: { cookie, 'sec-fetch-site': 'same-origin' } }
  const answer = await dashboard.testApp.call('PATCH', '/v1/session', { time_zone }, options)
  expect(answer.status).toBe(200)
}

async function signIn(): Promise<string> {
  const { email, password } = owner
  const options = { key: null, headers: { 'sec-fetch-site': 'same-origin' } }
  const answer = await dashboard.testApp.call('POST', '/v1/session', { email, password }, options)
  return answer.headers.getSetCookie()[0]!.split(';')[0]!
}
