import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openInbox } from '../../../server/test/inbox.ts'
import { buildPost } from '../../../server/test/publishing.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
  const { testApp } = dashboard
  const inbox = await openInbox(testApp)
  await inbox.addComment({ text: 'Do you have rye bread?', hours_ago: 3 })
  await inbox.addComment({ text: 'Wann gibt es Frühstück?', hours_ago: 2 })
  await testApp.work()
  await buildPost(testApp, { text: 'Fresh rye bread from six', mode: 'draft' })
  await buildPost(testApp, { text: 'Frühstück den ganzen Tag', mode: 'draft' })
})
afterAll(() => dashboard.close())

describe.each([
  { path: '/inbox', label: 'Search comments and authors', subject: 'comments' },
  { path: '/posts', label: 'Search posts', subject: 'posts' },
])('on $path', ({ path, label, subject }) => {
  const bread = (page: Page) => page.getByText('rye bread').first()
  const breakfast = (page: Page) => page.getByText('Frühstück').first()

  test('words narrow the list, are marked and stay in the URL, until they are cleared', async () => {
    const page = await dashboard.open(path)
    await bread(page).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('frühstück')
    await page.waitForURL((url) => url.searchParams.get('search') === 'frühstück')
    await bread(page).waitFor({ state: 'detached' })
    await page.locator('mark', { hasText: 'Frühstück' }).waitFor()
    await page.reload()
    await page.locator('mark', { hasText: 'Frühstück' }).waitFor()
    const field = page.getByRole('searchbox', { name: label })
    expect(await field.inputValue()).toBe('frühstück')
    await page.getByRole('button', { name: 'Clear search' }).click()
    await bread(page).waitFor()
    expect(await field.inputValue()).toBe('')
    await field.and(page.locator(':focus')).waitFor()
    expect(new URL(page.url()).searchParams.has('search')).toBe(false)
  })

  test('a text in the URL that is too long is cut to what the API accepts', async () => {
    const page = await dashboard.open(`${path}?search=${'x'.repeat(10_000)}`)
    await page.getByRole('heading', { name: `No ${subject} match` }).waitFor()
    const field = page.getByRole('searchbox', { name: label })
    expect(await field.inputValue()).toBe('x'.repeat(200))
    expect(await field.getAttribute('maxlength')).toBe('200')
  })

  test('an empty result says what was searched, on a phone in the dark too', async () => {
    const page = await dashboard.open(`${path}?search=muffins%20%3Cb%3E`, {
      viewport: 'phone',
      scheme: 'dark',
    })
    await page.getByRole('heading', { name: `No ${subject} match “muffins <b>”` }).waitFor()
    await page.getByRole('button', { name: /^(Show all comments|Reset filters)$/ }).click()
    await breakfast(page).waitFor()
    expect(await page.getByRole('searchbox', { name: label }).inputValue()).toBe('')
  })
})

test('the key / is typed into a field that has the focus', async () => {
  const page = await dashboard.open('/posts')
  const field = page.getByRole('searchbox', { name: 'Search posts' })
  await field.fill('1')
  await field.press('/')
  expect(await field.inputValue()).toBe('1/')
})
