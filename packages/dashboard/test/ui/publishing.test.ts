import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { limits } from '../../../server/src/core/limits.ts'
import { advanceUntilIdle } from '../../../server/test/publishing.ts'
import { message } from '../messages.ts'
import {
  addFiles,
  type Bakery,
  breakThreads,
  clearFaults,
  compose,
  inHours,
  openBakery,
  photo,
  postShown,
  setTime,
  shownTime,
  text,
  writePost,
} from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterEach(async () => await clearFaults(dashboard.testApp))
afterAll(async () => await dashboard.close())

test('a post with an image is published now and shows its link', async () => {
  const { testApp } = dashboard
  const page = await compose(dashboard, bakery, 'Fresh bread from six', ['Threads', 'Instagram'])
  await addFiles(page, [{ name: 'loaf.jpg', buffer: await photo() }])
  await page.getByRole('textbox', { name: 'Alt text for loaf.jpg' }).fill('A loaf')
  await page.getByRole('tab', { name: /^Instagram/ }).click()
  await page.getByRole('article', { name: /Preview: Instagram/ }).waitFor()
  await page.getByText('Ready for all platforms').waitFor()
  await page.getByRole('button', { name: 'Publish now' }).click()
  const id = await postShown(page)
  await advanceUntilIdle(testApp)
  const link = page.getByRole('link', { name: 'Open on Threads' })
  await link.waitFor()
  await page.getByRole('link', { name: 'Open on Instagram' }).waitFor()
  const post = (await testApp.call('GET', `/v1/posts/${id}`)).body
  expect(post.media[0].alt_text).toBe('A loaf')
  expect(await link.getAttribute('href')).toBe(post.targets[0].permalink)
  const there = await testApp.sandbox.control('GET', '/posts?account=threads:anna.bakes')
  expect(JSON.stringify(there)).toContain('Fresh bread from six')
})

test('a scheduled post is in the calendar, moves with its dialog, and is canceled', async () => {
  const { testApp } = dashboard
  const at = '2026-11-24T09:00:00.000Z'
  const page = await compose(dashboard, bakery, 'Rye on Tuesday', ['Threads'], `&at=${at}`)
  expect(await shownTime(page)).toBe('Tue, 24 Nov 2026 10:00')
  await page.getByRole('button', { name: /^Schedule for/ }).click()
  const id = await postShown(page)
  const scheduledAt = async () => (await testApp.call('GET', `/v1/posts/${id}`)).body.scheduled_at
  expect(await scheduledAt()).toBe(at)

  await page.goto(address('/calendar?view=month&date=2026-11-24'))
  const event = page.getByRole('link', { name: /Rye on Tuesday/ })
  await event.waitFor()
  await page.getByText('Week', { exact: true }).click()
  await page.waitForURL(/view=week/)
  await page.getByRole('button', { name: 'Next' }).click()
  await event.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Previous' }).click()
  await event.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Reschedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reschedule' })
  await setTime(dialog, '21 November 2026', '00:01')
  await dialog.getByText('Choose a time in the future.').waitFor()
  await setTime(dialog, '28 November 2026', '11:30')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Rescheduled to 28 Nov 2026, 11:30').waitFor()
  expect(await scheduledAt()).toBe('2026-11-28T10:30:00.000Z')

  await event.click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Cancel post' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel post' }).click()
  await page.getByText('Post canceled').waitFor()
  expect((await testApp.call('GET', `/v1/posts/${id}`)).body.status).toBe('canceled')
})

test('clicking a free slot of the calendar starts a post at its time', async () => {
  const page = await dashboard.open(`/calendar?view=week&date=2026-11-25&profile=${bakery.profile}`)
  await page.getByRole('button', { name: /Create a post on .*26 November 2026.*14:00/ }).click()
  await page.getByRole('heading', { name: 'New post' }).waitFor()
  expect(await shownTime(page)).toBe('Thu, 26 Nov 2026 14:00')
})

test('a text too long for one platform shows an error, fixed by a text for that platform', async () => {
  const page = await compose(dashboard, bakery, 'long '.repeat(120), ['Threads', 'Facebook'])
  const refusal = page.getByText('Too long: 600 / 500 bytes.').first()
  await refusal.waitFor()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByText('Fix the issues marked in red.').waitFor()
  await page.getByRole('button', { name: 'Write a shorter version' }).click()
  await page.getByRole('textbox', { name: /^Custom text/ }).fill('Short enough')
  await refusal.waitFor({ state: 'detached' })
  await page.getByText('Ready for all platforms').waitFor()
  await page.getByRole('button', { name: 'Publish now' }).click()
  const id = await postShown(page)
  const { targets } = (await dashboard.testApp.call('GET', `/v1/posts/${id}`)).body
  expect(targets.map(({ text }: { text: string | null }) => text)).toEqual(['Short enough', null])
})

test('a post can be saved as soon as its text is complete, without waiting for the next check', async () => {
  const page = await compose(dashboard, bakery, '', ['Threads'])
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByText('Add some text.').first().waitFor()
  expect(await page.getByRole('button', { name: 'Write a shorter version' }).count()).toBe(0)
  await text(page).fill('Written at last')
  await page.getByRole('button', { name: 'Publish now' }).click()
  await postShown(page)
})

test('a failed post shows the reason and is published on retry', async () => {
  const { testApp } = dashboard
  await breakThreads(testApp)
  const id = await writePost(testApp, bakery, { text: 'Rolls at noon' })
  await advanceUntilIdle(testApp)
  const page = await dashboard.open(`/posts/${id}`)
  await page.getByText('The platform had an error.').waitFor()
  await page.getByText(`${limits.post.attemptsMax} attempts`).waitFor()
  await page.getByText(message('post-errors', 'platform_error_do')).waitFor()
  await clearFaults(testApp)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText('Retrying…').waitFor()
  await advanceUntilIdle(testApp)
  await page.getByRole('link', { name: 'Open on Threads' }).waitFor()
})

test('an interrupted upload keeps the draft and can be repeated', async () => {
  const page = await compose(dashboard, bakery, 'Rolls with seeds', ['Instagram'])
  await page.route('**/v1/media', (route) => route.abort('connectionreset'))
  const file = { name: 'rolls.jpg', mimeType: 'image/jpeg', buffer: await photo() }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText(message('composer-media', 'network')).waitFor()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByText(message('composer', 'uploadFailed')).waitFor()
  expect(await text(page).inputValue()).toBe('Rolls with seeds')
  await page.unroute('**/v1/media')
  await page.getByRole('button', { name: /^Retry/ }).click()
  await page.getByRole('textbox', { name: 'Alt text for rolls.jpg' }).waitFor()
  await page.getByText('Ready for all platforms').waitFor()
})

test('a lost response never creates a second post', async () => {
  const { testApp } = dashboard
  const page = await compose(dashboard, bakery, 'Only once', ['Threads'])
  await page.getByText('Ready for all platforms').waitFor()
  await page.route('**/v1/posts', async (route) => {
    if (route.request().method() !== 'POST') return await route.fallback()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Publish now' }).dblclick()
  await page.getByText(message('composer', 'unconfirmed')).waitFor()
  await page.unroute('**/v1/posts')
  await page.getByRole('button', { name: 'Publish now' }).click()
  await postShown(page)
  const { data } = (await testApp.call('GET', '/v1/posts?limit=100')).body
  const twins = data.filter((post: { text: string }) => post.text === 'Only once')
  expect(twins).toHaveLength(1)
})

test('a scheduled post is edited and duplicated as a draft', async () => {
  const { testApp } = dashboard
  const own = { account_id: bakery.facebook, text: 'Only here', first_comment: 'Until two' }
  const id = await writePost(testApp, bakery, {
    text: 'Before',
    targets: [{ account_id: bakery.threads, options: { reply_control: 'everyone' } }, own],
    scheduled_at: inHours(testApp, 20),
    mode: 'schedule',
    tags: ['kept'],
  })
  const before = (await testApp.call('GET', `/v1/posts/${id}`)).body
  const page = await dashboard.open(`/posts/${id}`)
  await page.getByRole('link', { name: 'Edit' }).click()
  await text(page).fill('After')
  await page.getByRole('button', { name: /^Schedule for/ }).click()
  await page.waitForURL(/\/posts\/post_[^/]+$/)
  await page.getByRole('main').getByText('After', { exact: true }).first().waitFor()
  const after = (await testApp.call('GET', `/v1/posts/${id}`)).body
  const { updated_at: _, ...same } = before
  expect(after).toMatchObject({ ...same, text: 'After' })

  await page.getByRole('link', { name: 'Duplicate' }).click()
  await page.getByRole('heading', { name: 'New post' }).waitFor()
  await page.getByText('Draft', { exact: true }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Draft saved').waitFor()
  await page.waitForURL((url) => /\/posts\/post_/.test(url.pathname))
  const copy = new URL(page.url()).pathname.split('/').at(-1)!
  const { targets, status, tags } = (await testApp.call('GET', `/v1/posts/${copy}`)).body
  expect(copy).not.toBe(id)
  expect({ status, tags }).toEqual({ status: 'draft', tags: ['kept'] })
  expect(targets[1]).toMatchObject({ text: 'Only here', first_comment: 'Until two' })
})

test('posts are filtered by query parameters', async () => {
  const { testApp } = dashboard
  const scheduled_at = inHours(testApp, 30)
  await writePost(testApp, bakery, {
    text: 'Tagged one',
    tags: ['found'],
    scheduled_at,
    mode: 'schedule',
  })
  await writePost(testApp, bakery, { text: 'Without a tag', mode: 'draft' })
  const page = await dashboard.open('/posts?tag=found')
  await page.getByRole('link', { name: 'Tagged one' }).waitFor()
  expect(await page.getByRole('table').getByRole('link').count()).toBe(1)
  await page.getByRole('button', { name: 'Reset filters' }).click()
  await page.getByRole('link', { name: 'Without a tag' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
})

test('scheduled posts begin with the next one, all posts with the latest', async () => {
  const { testApp } = dashboard
  for (const hours of [40, 90]) {
    await writePost(testApp, bakery, {
      text: `In ${hours} hours`,
      tags: ['ordered'],
      scheduled_at: inHours(testApp, hours),
      mode: 'schedule',
    })
  }
  const page = await dashboard.open('/posts?tag=ordered')
  const first = page.getByRole('table').getByRole('link').first()
  await first.and(page.getByRole('link', { name: 'In 90 hours' })).waitFor()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Scheduled', exact: true }).click()
  await first.and(page.getByRole('link', { name: 'In 40 hours' })).waitFor()
  await page.getByRole('button', { name: 'Earliest first' }).click()
  await first.and(page.getByRole('link', { name: 'In 90 hours' })).waitFor()
})

test('a day of a filter is chosen and written in the language of the page', async () => {
  const page = await dashboard.open('/posts')
  await page.evaluate("localStorage.setItem('postern.language', 'de')")
  await page.reload()
  await page.getByRole('button', { name: 'Weitere Filter' }).click()
  await page.getByRole('button', { name: 'Von: Datum wählen' }).click()
  await page.getByRole('button', { name: '11 November 2026' }).click()
  await page.getByRole('button', { name: 'Von: Mi., 11. Nov. 2026' }).waitFor()
  await page.waitForURL(/from=2026-11-11/)
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).first().click()
  await page.waitForURL((url) => !url.search.includes('from'))
  await page.getByRole('button', { name: 'Von: Datum wählen' }).waitFor()
})

function address(path: string): string {
  return new URL(`/dashboard${path}`, dashboard.testApp.ctx.config.publicUrl).href
}
