import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Inbox, openInbox } from '../../../server/test/inbox.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let inbox: Inbox
const questions = ['Rye on Monday?', 'Rye on Tuesday?', 'Rye on Friday?']

beforeAll(async () => {
  dashboard = await openDashboard()
  inbox = await openInbox(dashboard.testApp)
  for (const [at, text] of questions.entries()) {
    await inbox.addComment({ text, hours_ago: at + 1 })
  }
  await dashboard.testApp.work()
})
afterAll(async () => await dashboard.close())
beforeEach(async () => {
  for (const { id, text } of await inbox.list()) {
    const reply_status = questions.includes(text) ? 'unreplied' : 'no_reply_needed'
    await change(id, { reply_status, assigned_to: null })
  }
})

test('a reply opens the next unanswered comment with its reply box', async () => {
  const page = await dashboard.open(`/inbox?comment=${await idOf('Rye on Monday?')}`)
  const box = page.getByLabel('Reply as anna.bakes')
  await box.fill('From seven on.')
  await box.press('Control+Enter')
  await expectOpen(page, 'Rye on Tuesday?')
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA')
  await page.keyboard.type('All day.')
  await page.keyboard.press('Control+Enter')
  await expectOpen(page, 'Rye on Friday?')
  await expect.poll(() => rows(page)).toEqual(['Rye on Friday?'])
  const replies = ['From seven on.', 'All day.']
  const sent = async () => (await inbox.listOnPlatform()).map(({ text }) => text)
  await expect.poll(sent).toEqual(expect.arrayContaining(replies))
})

test('View in the notification of a sent reply opens the answered comment again', async () => {
  const page = await dashboard.open(`/inbox?comment=${await idOf('Rye on Monday?')}`)
  const box = page.getByLabel('Reply as anna.bakes')
  await box.fill('From eight on.')
  await box.press('Control+Enter')
  await expectOpen(page, 'Rye on Tuesday?')
  await page.getByText('Reply sent').waitFor()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await expectOpen(page, 'Rye on Monday?')
  await page.getByText('From eight on.').waitFor()
})

test('Undo in the notification restores the status and opens the comment again', async () => {
  const page = await dashboard.open(`/inbox?comment=${await idOf('Rye on Monday?')}`)
  await page.getByLabel('Reply as anna.bakes').waitFor()
  await row(page, 'Rye on Monday?').focus()
  await page.keyboard.press('e')
  await expectOpen(page, 'Rye on Tuesday?')
  await page.getByText('Marked as “No reply needed”').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectOpen(page, 'Rye on Monday?')
  await expect.poll(() => rows(page)).toEqual(questions)
})

test('several comments are changed at once and restored by Undo', async () => {
  const page = await dashboard.open('/inbox')
  await row(page, 'Rye on Monday?').waitFor()
  await select(page, 0).click()
  await select(page, 2).click({ modifiers: ['Shift'] })
  await page.getByText('3 selected').waitFor()
  await page.getByRole('button', { name: 'No reply needed' }).click()
  await page.getByText('3 comments updated').waitFor()
  await expect.poll(statuses).toEqual(Array(3).fill('no_reply_needed'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(statuses).toEqual(Array(3).fill('unreplied'))
})

test('a comment restored by Undo is in the list at once, and the shortcuts work after it', async () => {
  const page = await dashboard.open('/inbox')
  await row(page, 'Rye on Monday?').waitFor()
  await select(page, 0).click()
  await page.getByRole('button', { name: 'No reply needed' }).click()
  await page.getByText('1 comment updated').waitFor()
  await expect.poll(() => rows(page)).toEqual(['Rye on Tuesday?', 'Rye on Friday?'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => rows(page)).toEqual(questions)
  expect(await page.getByRole('button', { name: /new comment/ }).count()).toBe(0)
  await page.getByRole('checkbox', { name: 'Select all' }).focus()
  await page.keyboard.press('j')
  await expectOpen(page, 'Rye on Monday?')
})

test('x selects the open comment, and the menu assigns it', async () => {
  const page = await dashboard.open(`/inbox?comment=${await idOf('Rye on Tuesday?')}`)
  await page.getByLabel('Reply as anna.bakes').waitFor()
  await row(page, 'Rye on Tuesday?').focus()
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: /\(you\)/ }).click()
  await page.getByText('1 comment updated').waitFor()
  const assigned = await dashboard.open('/inbox?assigned=me')
  await expect.poll(() => rows(assigned)).toEqual(['Rye on Tuesday?'])
})

test('a assigns the open comment to me and takes it back', async () => {
  const page = await dashboard.open(`/inbox?comment=${await idOf('Rye on Friday?')}`)
  await page.getByLabel('Reply as anna.bakes').waitFor()
  await row(page, 'Rye on Friday?').focus()
  const assignee = page.locator('section').getByLabel('Assigned to')
  await page.keyboard.press('a')
  await expect.poll(() => assignee.inputValue()).toMatch(/^mem_/)
  await expect.poll(async () => (await read('Rye on Friday?')).assigned_to?.name).toBeTruthy()
  await page.keyboard.press('a')
  await expect.poll(() => assignee.inputValue()).toBe('')
})

test('a note is added, marked as internal, and deleted', async () => {
  const page = await dashboard.open(`/inbox?comment=${await idOf('Rye on Friday?')}`)
  await page.getByText('Internal, never published').waitFor()
  const field = page.getByRole('textbox', { name: 'Add note' })
  await field.fill('Ask <b>Anna</b> first')
  await field.press('Control+Enter')
  await page.getByText('Ask <b>Anna</b> first').waitFor()
  await expect.poll(() => field.inputValue()).toBe('')
  await page.getByRole('button', { name: 'Delete note' }).click()
  await page.getByText('Note deleted').waitFor()
  await page.getByText('Ask <b>Anna</b> first').waitFor({ state: 'detached' })
})

test('the navigation counts unanswered comments and follows changes', async () => {
  const page = await dashboard.open('/')
  const link = page.getByRole('link', { name: /^Inbox/ })
  await expect.poll(() => link.innerText()).toContain('3')
  await change(await idOf('Rye on Monday?'), { reply_status: 'replied' })
  await expect.poll(() => link.innerText()).toContain('2 unanswered comments')
})

test('the overview counts all unanswered comments, as the navigation does', async () => {
  const { testApp } = dashboard
  for (let number = 1; number <= 20; number += 1) {
    await inbox.addComment({ text: `Number ${number}?` })
  }
  testApp.clock.advance(2 * 3_600_000)
  await testApp.work()
  const page = await dashboard.open('/')
  await page.getByRole('link', { name: 'Reply: 23 unanswered comments' }).waitFor()
  expect(await page.getByRole('link', { name: /^Inbox/ }).innerText()).toContain('23')
})

async function read(text: string) {
  return (await inbox.list()).find((comment) => comment.text === text)!
}

async function idOf(text: string): Promise<string> {
  return (await read(text)).id
}

async function change(id: string, body: object): Promise<void> {
  await dashboard.testApp.call('PATCH', `/v1/comments/${id}`, body)
}

async function statuses(): Promise<string[]> {
  const comments = await inbox.list()
  return comments.filter(({ text }) => questions.includes(text)).map((each) => each.reply_status)
}

function row(page: Page, text: string) {
  return page.locator('[data-comment]').filter({ hasText: text })
}

function select(page: Page, at: number) {
  return page.getByRole('checkbox', { name: 'Select the comment' }).nth(at)
}

async function rows(page: Page): Promise<string[]> {
  const texts = await page.locator('[data-comment]').allInnerTexts()
  return texts.map((text) => questions.find((question) => text.includes(question)) ?? text)
}

async function expectOpen(page: Page, text: string): Promise<void> {
  const id = await idOf(text)
  await expect.poll(() => new URL(page.url()).searchParams.get('comment')).toBe(id)
}
