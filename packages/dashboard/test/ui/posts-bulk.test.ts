import { buffer } from 'node:stream/consumers'
import type { Post } from '@postern/sdk'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { message } from '../messages.ts'
import { type Bakery, inHours, openBakery, writePost } from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

test('several posts are moved by a day, one that can’t be is named, and the move is undone', async () => {
  const ids = await schedule('moved', 4)
  const before = await timesOf(ids)
  const page = await dashboard.open('/posts?tag=moved&order=asc')
  await select(page, 'moved 0')
  await page.getByRole('checkbox', { name: /moved 3/ }).click({ modifiers: ['Shift'] })
  await page.getByText('4 selected').waitFor()
  await page.getByRole('button', { name: 'Reschedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reschedule 4 posts' })
  await dialog.getByText(/^First post: .* → /).waitFor()
  await page.route(`**/v1/posts/${ids[3]}`, (route) => route.abort('connectionreset'))
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  const failures = page.getByRole('dialog', { name: '1 post couldn’t be changed' })
  await failures.getByRole('link', { name: 'moved 3' }).waitFor()
  await failures.getByText('3 other posts were changed.').waitFor()
  await failures.getByRole('button', { name: 'Close' }).last().click()
  const dayMs = 86_400_000
  const moved = ids.slice(0, 3)
  expect(await timesOf(moved)).toEqual(before.slice(0, 3).map((at) => at + dayMs))
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('3 posts restored').waitFor()
  expect(await timesOf(moved)).toEqual(before.slice(0, 3))
})

test('a move is undone also while the list is still being read again', async () => {
  const ids = await schedule('held', 1)
  const before = await timesOf(ids)
  const page = await dashboard.open('/posts?tag=held')
  await select(page, 'held 0')
  await page.getByRole('button', { name: 'Reschedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reschedule 1 post' })
  await dialog.getByText(/ → /).waitFor()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/v1/posts?*', async (route) => {
    await released
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('1 post restored').waitFor()
  release()
  expect(await timesOf(ids)).toEqual(before)
})

test('a post whose content is refused names the account and what is missing', async () => {
  const [id] = await schedule('refused', 1)
  const page = await dashboard.open('/posts?tag=refused')
  await select(page, 'refused 0')
  await page.getByRole('button', { name: 'Reschedule' }).click()
  const details = [{ path: 'targets.0.text', code: 'text_required', message: 'Add text.' }]
  const error = { type: 'invalid_request_error', code: 'content_invalid', message: 'No.', details }
  await page.route(`**/v1/posts/${id}`, (route) => route.fulfill({ status: 422, json: { error } }))
  const dialog = page.getByRole('dialog', { name: 'Reschedule 1 post' })
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  const failures = page.getByRole('dialog', { name: '1 post couldn’t be changed' })
  await failures.getByText(/^Threads · /).waitFor()
  await failures.getByText(message('composer-findings', 'text_required')).waitFor()
  expect(await failures.innerText()).not.toContain('targets')
})

test('posts start at a time and keep their distance', async () => {
  const ids = await schedule('distance', 2)
  const [first = 0, second = 0] = await timesOf(ids)
  const page = await dashboard.open('/posts?tag=distance')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Reschedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reschedule 2 posts' })
  await dialog.getByText('Start at').click()
  await dialog.getByRole('button', { name: /^Tomorrow/ }).click()
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await page.getByText('2 posts rescheduled').waitFor()
  const [movedFirst = 0, movedSecond = 0] = await timesOf(ids)
  expect(new Date(movedFirst).toISOString()).toMatch(/T08:00:00/)
  expect(movedSecond - movedFirst).toBe(second - first)
})

test('a move into the past is refused before anything is sent', async () => {
  await schedule('early', 2)
  const page = await dashboard.open('/posts?tag=early')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Reschedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reschedule 2 posts' })
  await dialog.getByText('Weeks').click()
  await dialog.getByText('Earlier').click()
  await dialog.getByText('2 posts would be in the past.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Reschedule' }).isDisabled()).toBe(true)
})

test('tags of several posts are added, removed and restored', async () => {
  const ids = await schedule('tagged', 2)
  const page = await dashboard.open('/posts?tag=tagged')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Tags', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit tags of 2 posts' })
  await dialog.getByLabel('Add tags').fill('autumn')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Remove tags').click()
  await page.getByRole('option', { name: 'tagged' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Tags of 2 posts changed').waitFor()
  expect(await read(ids, 'tags')).toEqual([['autumn'], ['autumn']])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('2 posts restored').waitFor()
  expect(await read(ids, 'tags')).toEqual([['tagged'], ['tagged']])
})

test('posts are duplicated as drafts and canceled after a question', async () => {
  const { testApp } = dashboard
  const ids = await schedule('copied', 2)
  const thread = { thread: [{ text: 'and more' }], thread_fallback: 'join' }
  await testApp.call('PATCH', `/v1/posts/${ids[1]}`, thread)
  const page = await dashboard.open('/posts?tag=copied&status=scheduled')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Duplicate as drafts' }).click()
  await page.getByText('2 drafts created').waitFor()
  const drafts = (await testApp.call('GET', '/v1/posts?tag=copied&status=draft')).body.data
  const byText = drafts.toSorted((one: Post, two: Post) => one.text.localeCompare(two.text))
  expect(byText).toMatchObject([
    { text: 'copied 0', thread: [] },
    { text: 'copied 1', ...thread },
  ])
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Cancel posts' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel posts' }).click()
  await page.getByText('2 posts canceled').waitFor()
  expect(await read(ids, 'status')).toEqual(['canceled', 'canceled'])
})

test('the whole filtered list is exported as CSV, in the order of the list', async () => {
  const { testApp } = dashboard
  const [first, second] = await schedule('listed', 2)
  await testApp.call('PATCH', `/v1/posts/${first}`, { thread: [{ text: 'and more' }] })
  await testApp.call('PATCH', `/v1/posts/${second}`, { text: '=cmd|"a", b' })
  const page = await dashboard.open('/posts?tag=listed')
  await page.getByRole('button', { name: 'Latest first' }).click()
  await page.getByRole('button', { name: 'Earliest first' }).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('posts-2026-11-21.csv')
  const [head, thread, last, end] = String(await buffer(await file.createReadStream())).split(
    '\r\n',
  )
  expect(head).toMatch(/^\uFEFFid,profile,status,scheduled_at,/)
  expect(thread).toContain(',Bergmann Bakery,scheduled,')
  expect(thread).toContain(',threads anna.bakes,"listed 0\n\nand more",listed,')
  expect(last).toContain(`,"'=cmd|""a"", b",listed,`)
  expect(end).toBe('')
})

/** Scheduled posts with this tag, two hours apart. */
async function schedule(tag: string, count: number): Promise<string[]> {
  const ids = []
  for (let index = 0; index < count; index += 1) {
    const scheduled_at = inHours(dashboard.testApp, 30 + index * 2)
    const input = { text: `${tag} ${index}`, tags: [tag], scheduled_at, mode: 'schedule' }
    ids.push(await writePost(dashboard.testApp, bakery, input))
  }
  return ids
}

async function read(ids: readonly string[], field: string): Promise<unknown[]> {
  const posts = await Promise.all(ids.map((id) => dashboard.testApp.call('GET', `/v1/posts/${id}`)))
  return posts.map(({ body }) => body[field])
}

async function timesOf(ids: readonly string[]): Promise<number[]> {
  return (await read(ids, 'scheduled_at')).map((at) => Date.parse(String(at)))
}

async function select(page: Page, name: string): Promise<void> {
  await page.getByRole('checkbox', { name: `Select “${name}”` }).check()
}
