import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bakery, openBakery, writePost } from '../publishing-seed.ts'
import { openStaff } from '../staff-session.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery

/** Mondays and Wednesdays; it is Saturday. */
beforeAll(async () => {
  // Limits are off in tests unless this one is set.
  dashboard = await openDashboard({ env: { RATE_LIMIT_PER_MINUTE: '6000' } })
  bakery = await openBakery(dashboard.testApp)
  const slots = [
    { weekday: 'monday', time: '09:00' },
    { weekday: 'wednesday', time: '17:30' },
  ]
  await call('PATCH', `/v1/profiles/${bakery.profile}/posting-plan`, { slots })
  for (const text of ['First', 'Second', 'Third']) {
    await writePost(dashboard.testApp, bakery, { text, mode: 'queue' })
  }
})
afterAll(async () => await dashboard.close())

const call = async (method: string, path: string, body?: object) =>
  (await dashboard.testApp.call(method, path, body)).body

async function openQueue(account = bakery.threads): Promise<Page> {
  const page = await dashboard.open(`/queue?account=${account}`)
  await page.getByRole('table', { name: 'Coming slots' }).waitFor()
  return page
}

/** The texts of the posts in the queue, by slot. */
async function order(): Promise<string[]> {
  const { data } = await call('GET', `/v1/accounts/${bakery.threads}/slots`)
  const queued = (data as { post_id: string | null }[]).filter(({ post_id }) => post_id)
  const posts = await Promise.all(queued.map(({ post_id }) => call('GET', `/v1/posts/${post_id}`)))
  return posts.map(({ text }) => text)
}

test('a post moves one slot earlier by a key, and the button keeps the focus', async () => {
  const page = await openQueue()
  const button = page.getByRole('button', { name: 'Move “Second” earlier' })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Moved to Mon 23 Nov, 10:00').waitFor()
  expect(await order()).toEqual(['Second', 'First', 'Third'])
  await page.getByRole('button', { name: 'Move “Second” earlier', disabled: true }).waitFor()
  expect(
    await page.evaluate(
      'document.activeElement.ariaLabel ?? document.activeElement.getAttribute("aria-label")',
    ),
  ).toBe('Move “Second” earlier')
  await page.keyboard.press('Enter')
  expect(await order()).toEqual(['Second', 'First', 'Third'])
})

test('a post moves to a chosen slot, and those between move by one', async () => {
  const before = await order()
  const page = await openQueue()
  await page.getByRole('button', { name: `Move “${before[0]}” to a slot` }).click()
  const dialog = page.getByRole('dialog', { name: 'Move to a slot' })
  await dialog.getByRole('combobox', { name: 'Slot' }).click()
  await page.getByRole('option', { name: /^Mon 30 Nov, 10:00/ }).click()
  await dialog.getByRole('button', { name: 'Move' }).click()
  await page.getByText('Moved to Mon 30 Nov, 10:00').waitFor()
  expect(await order()).toEqual([before[1], before[2], before[0]])
})

test('a free slot is skipped and used again', async () => {
  const page = await openQueue()
  const skipped = async () =>
    (await call('GET', `/v1/profiles/${bakery.profile}/posting-plan`)).skipped_slots
  await page.getByRole('button', { name: 'Skip Wed 2 Dec, 18:30' }).click()
  await page.getByText('Slot skipped').waitFor()
  expect(await skipped()).toEqual(['2026-12-02T17:30:00.000Z'])
  await page.getByRole('button', { name: 'Skip Mon 7 Dec, 10:00' }).click()
  await page.getByRole('button', { name: 'Use Mon 7 Dec, 10:00 again' }).waitFor()
  await page.getByRole('button', { name: 'Use Wed 2 Dec, 18:30 again' }).click()
  await page.getByText('Slot is free again').waitFor()
  expect(await skipped()).toEqual(['2026-12-07T09:00:00.000Z'])
})

test('the queue is paused and resumed', async () => {
  const page = await openQueue()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByText('The queue is paused').waitFor()
  expect((await call('GET', `/v1/accounts/${bakery.threads}/posting-plan`)).paused).toBe(true)
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('Queue resumed').waitFor()
  expect((await call('GET', `/v1/accounts/${bakery.threads}/posting-plan`)).paused).toBe(false)
})

test('an account gets its own times, and uses those of its profile again', async () => {
  const ofAccount = async () => await call('GET', `/v1/accounts/${bakery.instagram}/posting-plan`)
  const page = await openQueue(bakery.instagram)
  await page
    .getByText('The times of Bergmann Bakery, for all its accounts without their own.')
    .waitFor()
  await page.getByRole('button', { name: 'Own times for this account' }).click()
  expect(await page.getByRole('textbox', { name: 'Monday' }).inputValue()).toBe('09:00')
  await page.getByRole('textbox', { name: 'Monday' }).fill('11:15')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This account has its own times.').waitFor()
  const slots = [
    { weekday: 'monday', time: '11:15' },
    { weekday: 'wednesday', time: '17:30' },
  ]
  expect(await ofAccount()).toMatchObject({ account_id: bakery.instagram, slots })
  expect((await call('GET', `/v1/profiles/${bakery.profile}/posting-plan`)).slots[0].time).toBe(
    '09:00',
  )
  await page.getByRole('button', { name: 'Use the profile’s times' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('The account uses the profile’s times').waitFor()
  expect((await ofAccount()).account_id).toBeNull()
})

test('shuffling asks first, and says when it was done too often', async () => {
  const page = await openQueue()
  const shuffle = async () => {
    await page.getByRole('button', { name: 'Shuffle' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Shuffle' }).click()
  }
  await shuffle()
  await page.getByText('Queue shuffled').waitFor()
  expect((await order()).toSorted()).toEqual(['First', 'Second', 'Third'])
  for (let count = 1; count < 10; count += 1) {
    await call('POST', `/v1/accounts/${bakery.threads}/queue/shuffle`)
  }
  await shuffle()
  await page.getByText('Too many requests. Wait a moment and try again.').waitFor()
})

test('a contributor sees the queue and changes nothing', async () => {
  const page = await openStaff(dashboard, {
    role: 'contributor',
    email: 'queue@example.com',
    profiles: [bakery.profile],
  })
  await page.goto(`/dashboard/queue?account=${bakery.threads}`)
  await page.getByRole('link', { name: 'First' }).waitFor()
  for (const name of [/^Move/, /^Skip/, /Pause/, /Shuffle/, /times/]) {
    expect(await page.getByRole('button', { name }).count()).toBe(0)
  }
})
