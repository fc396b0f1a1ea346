import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfile } from '../../../server/test/build.ts'
import { connectAccount } from '../../../server/test/publishing.ts'
import { message } from '../messages.ts'
import {
  addFiles,
  type Bakery,
  compose,
  openBakery,
  photo,
  postShown,
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
afterAll(async () => await dashboard.close())

const partOf = (page: Page, number: number) =>
  page.getByRole('group', { name: `Part ${number}`, exact: true })
const partText = (page: Page, number: number) =>
  page.getByRole('textbox', { name: number === 1 ? 'Text' : `Text of part ${number}`, exact: true })
const preview = (page: Page, platform = 'Threads') =>
  page.getByRole('article', { name: new RegExp(`^Preview: ${platform}`) })

const addLoaf = async (part: Locator) =>
  await addFiles(part, [{ name: 'loaf.jpg', buffer: await photo() }])

async function addPart(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Add to thread' }).click()
  const field = page.locator('textarea:focus')
  await field.fill(words)
}

async function composeThread(platforms: string[], ...words: string[]): Promise<Page> {
  const [first = '', ...others] = words
  const page = await compose(dashboard, bakery, first, platforms)
  for (const each of others) await addPart(page, each)
  return page
}

async function textsOf(page: Page): Promise<string[]> {
  const fields = await page.getByRole('textbox', { name: /^Text( of part \d+)?$/ }).all()
  return await Promise.all(fields.map((field) => field.inputValue()))
}

async function saveDraft(page: Page) {
  await page.getByText('Draft', { exact: true }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  return await postBody(await postShown(page))
}

async function postBody(id: string) {
  return (await dashboard.testApp.call('GET', `/v1/posts/${id}`)).body
}

test('a plain post has no parts, and a thread is sent with a text and media for each part', async () => {
  const page = await compose(dashboard, bakery, 'One', ['Threads'])
  expect(await partOf(page, 1).count()).toBe(0)
  await addPart(page, 'Two')
  await partOf(page, 1).waitFor()
  await addLoaf(partOf(page, 2))
  await partOf(page, 2).getByRole('textbox', { name: 'Alt text for loaf.jpg' }).fill('A loaf')
  await addPart(page, 'Three')
  await preview(page).getByText('Two', { exact: true }).waitFor()
  await preview(page).getByText('Three', { exact: true }).waitFor()
  expect(await saveDraft(page)).toMatchObject({
    text: 'One',
    media: [],
    thread: [
      { text: 'Two', media: [{ alt_text: 'A loaf' }] },
      { text: 'Three', media: [] },
    ],
    thread_fallback: null,
    targets: [{ thread: null }],
  })
})

test('parts move with buttons, also to the first place, and the focus follows', async () => {
  const page = await composeThread(['Threads'], 'One', 'Two', 'Three')
  await page.getByRole('button', { name: 'Move part 3 up' }).click()
  expect(await textsOf(page)).toEqual(['One', 'Three', 'Two'])
  await page
    .locator(':focus')
    .and(page.getByRole('button', { name: 'Move part 2 up' }))
    .waitFor()
  await page.keyboard.press('Enter')
  expect(await textsOf(page)).toEqual(['Three', 'One', 'Two'])
  await page.getByText('Part 2 is now part 1 of 3').waitFor()
  const down = page.getByRole('button', { name: 'Move part 1 down' })
  await page.locator(':focus').and(down).waitFor()
  expect(await page.getByRole('button', { name: 'Move part 1 up' }).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Move part 3 down' }).isDisabled()).toBe(true)
})

test('a part moves by drag and drop, and takes its media along', async () => {
  const page = await composeThread(['Threads'], 'One', 'Two', 'Three')
  await addLoaf(partOf(page, 1))
  const alt = { name: 'Alt text for loaf.jpg' }
  await partOf(page, 1).getByTitle('Drag to reorder').first().dragTo(partOf(page, 3))
  expect(await textsOf(page)).toEqual(['Two', 'Three', 'One'])
  await partOf(page, 3).getByRole('textbox', alt).waitFor()
  expect(await partOf(page, 1).getByRole('textbox', alt).count()).toBe(0)
})

test('a removed part comes back with Undo, and the first one leaves its place to the next', async () => {
  const page = await composeThread(['Threads'], 'One', 'Two')
  await page.getByRole('button', { name: 'Remove part 1' }).click()
  expect(await textsOf(page)).toEqual(['Two'])
  await page
    .locator(':focus')
    .and(page.getByRole('button', { name: 'Add to thread' }))
    .waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await textsOf(page)).toEqual(['One', 'Two'])
})

test('a long text is split for the account with the lowest limit, with numbers if they are wanted', async () => {
  const sentence = `${'Rye bread is back in the shop today '.repeat(8).trim()}.`
  const page = await compose(dashboard, bakery, 'Short.', ['Threads', 'Facebook'])
  const split = page.getByRole('button', { name: 'Split into parts' })
  expect(await split.count()).toBe(0)
  await text(page).fill(`${sentence} ${sentence}`)
  await page.getByRole('checkbox', { name: 'Number the parts (1/4)' }).check()
  await split.click()
  expect(await textsOf(page)).toEqual([`${sentence} 1/2`, `${sentence} 2/2`])
  await split.waitFor({ state: 'detached' })
})

test('an issue of a part is at its field, which is focused', async () => {
  const page = await composeThread(['Threads'], 'One', 'Two', 'x'.repeat(501))
  await partOf(page, 3)
    .getByText(/Too long: 501/)
    .waitFor()
  expect(
    await partOf(page, 1)
      .getByText(/Too long/)
      .count(),
  ).toBe(0)
  await partText(page, 2).fill('')
  const missing = partOf(page, 2).getByText(message('composer-findings', 'text_required'))
  await page.getByRole('button', { name: 'Publish now' }).click()
  await missing.waitFor()
  await page.locator('textarea:focus').and(partText(page, 2)).waitFor()
})

test('accounts without threads need a choice, and the preview shows what it makes', async () => {
  const page = await composeThread(['Threads', 'Facebook'], 'One', 'Two')
  await page.getByText('No threads on Facebook. Publish there instead:').waitFor()
  await page.getByRole('tab', { name: /^Facebook/ }).click()
  await preview(page, 'Facebook').getByText('One', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Publish now/ }).click()
  await page.getByText(message('composer-findings', 'not_supported.thread')).waitFor()
  await page.locator(':focus').and(page.getByRole('radio')).waitFor()
  const comment = page.getByRole('radio', { name: message('composer-thread', 'first_comment') })
  await comment.check()
  await preview(page, 'Facebook').getByText('Two', { exact: true }).waitFor()
  await page.getByRole('radio', { name: message('composer-thread', 'join') }).check()
  await preview(page, 'Facebook')
    .getByText(/One\s+Two/)
    .waitFor()
  await page.getByText('Ready for all platforms').waitFor()
  expect(await saveDraft(page)).toMatchObject({ thread_fallback: 'join', text: 'One' })
})

test('a first comment that a network does not have is no choice there, and it says so', async () => {
  await connectAccount(dashboard.testApp, 'tiktok', {}, bakery.profile)
  const page = await composeThread(['Threads', 'TikTok'], 'One', 'Two')
  await page.getByRole('radio', { name: message('composer-thread', 'first_comment') }).check()
  await page.getByText(message('composer-findings', 'not_supported.thread.first_comment')).waitFor()
})

test('a reload keeps the parts, the choice and what an account has of its own', async () => {
  const page = await composeThread(['Threads', 'Facebook'], 'One', 'Two')
  await page.getByRole('radio', { name: message('composer-thread', 'join') }).check()
  await page.reload()
  await page.getByText('We restored your unsaved draft for Bergmann Bakery.').waitFor()
  expect(await textsOf(page)).toEqual(['One', 'Two'])
  const join = page.getByRole('radio', { name: message('composer-thread', 'join') })
  expect(await join.isChecked()).toBe(true)
})

test('a thread of which only a later part is written can be saved as a draft when it is left', async () => {
  const page = await composeThread(['Threads'], '', 'Only here')
  await page.getByRole('link', { name: 'Posts' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Save as draft' }).waitFor()
})

test('taken to another client, a thread keeps its texts and uploads its files again', async () => {
  const { name } = await buildProfile(dashboard.testApp, { name: 'Halde Cycles' })
  const page = await composeThread(['Threads'], 'One', 'Two')
  await addLoaf(partOf(page, 2))
  const profile = page.getByRole('combobox', { name: 'Profile' })
  await profile.click()
  await page.getByRole('option', { name }).click()
  const question = page.getByRole('dialog', { name: `Take this post to ${name}?` })
  await question.getByText('1 file is uploaded again for the other profile.').waitFor()
  await question.getByRole('button', { name: 'Keep content' }).click()
  await page.getByText(message('composer', 'noAccounts')).waitFor()
  expect(await textsOf(page)).toEqual(['One', 'Two'])
  await partOf(page, 2).getByRole('textbox', { name: 'Alt text for loaf.jpg' }).waitFor()
})

test('an account can have a thread of its own, or none', async () => {
  const page = await composeThread(['Threads', 'Facebook'], 'One', 'Two')
  for (const platform of ['Threads', 'Facebook']) {
    await page.getByRole('button', { name: new RegExp(`^${platform}`), expanded: false }).click()
    await page.getByRole('switch', { name: 'Custom thread' }).check()
    const own = page.getByRole('region', { name: new RegExp(`^${platform}`) })
    if (platform === 'Threads') {
      await own.getByRole('textbox', { name: 'Text of part 2' }).fill('Own two')
    } else {
      await own.getByRole('button', { name: 'Remove part 2' }).click()
    }
  }
  expect(await page.getByText(/^No threads on/).count()).toBe(0)
  const post = await saveDraft(page)
  expect(post.thread).toMatchObject([{ text: 'Two' }])
  expect(post.targets).toMatchObject([{ thread: [{ text: 'Own two' }] }, { thread: [] }])
})

test('an edit of a scheduled thread changes what is joined, too', async () => {
  const { testApp } = dashboard
  const scheduled_at = new Date(testApp.clock.now().getTime() + 3_600_000).toISOString()
  const id = await writePost(testApp, bakery, {
    text: 'Edit one',
    thread: [{ text: 'Edit two' }],
    thread_fallback: 'join',
    targets: [{ account_id: bakery.threads }, { account_id: bakery.facebook }],
    mode: 'schedule',
    scheduled_at,
  })
  const page = await dashboard.open(`/posts/${id}/edit`)
  await partText(page, 2).fill('Edit 2')
  await page.getByRole('button', { name: /^Schedule for/ }).click()
  await page.getByText(/^Changes saved/).waitFor()
  const { targets, thread } = await postBody(id)
  expect(thread).toMatchObject([{ text: 'Edit 2' }])
  expect(targets).toMatchObject([{ text: null }, { text: 'Edit one\n\nEdit 2' }])
})

test('a duplicate for one account has the thread of that account', async () => {
  const { testApp } = dashboard
  const id = await writePost(testApp, bakery, {
    text: 'Copy one',
    thread: [{ text: 'Copy two' }],
    targets: [
      { account_id: bakery.threads, thread: [{ text: 'Copy own' }] },
      { account_id: bakery.facebook, thread: [] },
    ],
    mode: 'draft',
  })
  const page = await dashboard.open(`/posts/new?duplicate=${id}&account=${bakery.threads}`)
  await partText(page, 2).waitFor()
  expect(await textsOf(page)).toEqual(['Copy one', 'Copy own'])
  await page.goto(`${new URL(page.url()).origin}/dashboard/posts/new?duplicate=${id}`)
  await page.waitForURL((url) => !url.search.includes('account'))
  await partText(page, 2).waitFor()
  expect(await textsOf(page)).toEqual(['Copy one', 'Copy two'])
})
