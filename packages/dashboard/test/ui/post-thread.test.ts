import { afterAll, beforeAll, expect, test } from 'vitest'
import { storePart } from '../../../server/src/resources/insights/store.ts'
import { advanceUntilIdle } from '../../../server/test/publishing.ts'
import { message } from '../messages.ts'
import {
  type Bakery,
  inHours,
  openBakery,
  publishFirstParts,
  writePost,
} from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

const thread = [{ text: 'Second part' }, { text: 'Third part' }]

/** A thread of three parts on Threads of which the second one is refused. */
const publishFirstPart = (text: string) =>
  publishFirstParts(dashboard.testApp, bakery, 1, { text, thread })

test('a partially published thread lists which parts are public, and Retry publishes the rest', async () => {
  const { testApp } = dashboard
  const page = await dashboard.open(`/posts/${await publishFirstPart('First part')}`)
  const card = page.getByRole('list', { name: 'Accounts' }).getByRole('listitem').first()
  await card.getByText('Partially published').waitFor()
  await card.getByText('Published up to part 1 of 3. Retrying continues with part 2').waitFor()
  const lines = card.getByRole('list', { name: message('post-detail', 'parts') })
  const link = lines.getByRole('link', { name: /^Published: Open part \d on Threads$/ })
  expect(await link.count()).toBe(1)
  expect(await link.getAttribute('href')).toMatch(/^https?:/)
  expect(await lines.getByText('Not published').count()).toBe(2)
  await card.getByRole('button', { name: 'Retry' }).click()
  await page.getByText(message('post-detail', 'retryDone')).waitFor()
  await advanceUntilIdle(testApp)
  await expect.poll(() => link.count()).toBe(3)
  expect(await card.getByText('Partially published').count()).toBe(0)
  await card.getByRole('button', { name: 'Delete on Threads…' }).click()
  await page
    .getByRole('dialog')
    .getByText(/^All parts of the thread of .+ the last one first\./)
    .waitFor()
})

test('the parts that are not public are edited, and a retry publishes the new text', async () => {
  const { testApp } = dashboard
  const id = await publishFirstParts(testApp, bakery, 2, { text: 'Edited thread', thread })
  const page = await dashboard.open(`/posts/${id}`)
  await page.getByRole('button', { name: message('post-detail', 'editParts') }).click()
  const dialog = page.getByRole('dialog', { name: message('post-detail', 'editParts') })
  await dialog.getByText('Edited thread').waitFor()
  expect(await dialog.getByRole('textbox').count()).toBe(1)
  await dialog.getByRole('textbox', { name: 'Part 3' }).fill('x'.repeat(501))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page
    .locator(':focus')
    .and(dialog.getByRole('textbox', { name: 'Part 3' }))
    .waitFor()
  await dialog.getByRole('textbox', { name: 'Part 3' }).fill('Corrected part')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText(message('post-detail', 'partsSaved')).waitFor()
  expect((await testApp.call('GET', `/v1/posts/${id}`)).body).toMatchObject({
    status: 'partially_published',
    thread: [{ text: 'Second part' }, { text: 'Corrected part' }],
  })
  await testApp.call('POST', `/v1/posts/${id}/retry`)
  await advanceUntilIdle(testApp)
  const button = page.getByRole('button', { name: message('post-detail', 'editParts') })
  await expect.poll(() => button.count()).toBe(0)
})

test('the metrics of a thread are its sums, with a line for each part', async () => {
  const { testApp } = dashboard
  const id = await writePost(testApp, bakery, { text: 'Counted thread', thread })
  await advanceUntilIdle(testApp)
  const { targets } = (await testApp.call('GET', `/v1/posts/${id}`)).body
  const views = [1_000, 250, 31]
  for (const [index, value] of views.entries()) {
    const part = { targetId: targets[0].id, number: index + 1 }
    const values = { views: value, likes: index }
    await testApp.ctx.db.transact((tx) => storePart(tx, part, values, testApp.clock.now()))
  }
  const page = await dashboard.open(`/posts/${id}`)
  const insights = page.getByRole('region', { name: message('post-detail', 'insights') })
  await insights.getByText('1,281', { exact: true }).waitFor()
  const table = insights.getByRole('table', { name: message('post-detail', 'insightsByPart') })
  const second = table.getByRole('row').filter({ hasText: 'Part 2' })
  expect(await second.getByRole('cell').allTextContents()).toEqual(['250', '1'])
  expect(await table.getByRole('row').count()).toBe(4)
  expect(await table.locator('thead th').allTextContents()).toEqual(['Views', 'Likes'])
})

test('the list of posts says how many parts a post has, and why one failed', async () => {
  const { testApp } = dashboard
  await publishFirstPart('Thread with trouble')
  await writePost(testApp, bakery, { text: 'Plain post', mode: 'draft' })
  const page = await dashboard.open('/posts')
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  await row('Thread with trouble').getByText('3 parts', { exact: true }).waitFor()
  await row('Thread with trouble').getByText(message('post-errors', 'permission_missing')).waitFor()
  expect(
    await row('Plain post')
      .getByText(/parts?$/)
      .count(),
  ).toBe(0)
})

test('the calendar says how many parts a post has, also in the quick view', async () => {
  const { testApp } = dashboard
  const scheduled_at = inHours(testApp, 2)
  const text = 'Planned thread'
  await writePost(testApp, bakery, { text, thread, mode: 'schedule', scheduled_at })
  const joined = { text: 'Planned joined', thread, thread_fallback: 'join' }
  const targets = [{ account_id: bakery.facebook }]
  await writePost(testApp, bakery, { ...joined, targets, mode: 'schedule', scheduled_at })
  const page = await dashboard.open('/calendar?view=agenda')
  const item = (words: string) => page.getByRole('listitem').filter({ hasText: words })
  await item(text).getByText('3 parts', { exact: true }).waitFor()
  expect(await item('Planned joined').getByText('3 parts').count()).toBe(0)
  await item(text).getByRole('link', { name: text }).click()
  await page.getByRole('dialog', { name: 'Post' }).getByText('3 parts', { exact: true }).waitFor()
})

test('a scheduled post shows its parts in the preview, and of an account’s own thread its texts', async () => {
  const { testApp } = dashboard
  const id = await writePost(testApp, bakery, {
    text: 'Preview first',
    thread,
    thread_fallback: 'join',
    targets: [
      { account_id: bakery.threads, thread: [{ text: 'Own second' }] },
      { account_id: bakery.facebook },
    ],
    mode: 'schedule',
    scheduled_at: inHours(testApp, 3),
  })
  const page = await dashboard.open(`/posts/${id}`)
  await page.getByText('Custom text · Part 2').waitFor()
  // Exactly, because the collapsed JSON of the post may be rendered, too.
  await expect.poll(() => page.getByText('Own second', { exact: true }).count()).toBe(2)
  // What the fallback made is no text of the account's own.
  expect(await page.getByText('Custom text', { exact: true }).count()).toBe(0)
  await page.getByRole('radio', { name: 'Facebook' }).check()
  await page.getByText(/Preview first\s+Second part\s+Third part/).waitFor()
})

test('a draft whose later part is too long says which part on its page', async () => {
  const { testApp } = dashboard
  const id = await writePost(testApp, bakery, {
    text: 'Draft first',
    thread: [{ text: 'x'.repeat(501) }],
    mode: 'draft',
  })
  const page = await dashboard.open(`/posts/${id}`)
  await page
    .getByRole('alert')
    .getByText(/Part 2: Too long: 501/)
    .waitFor()
})
