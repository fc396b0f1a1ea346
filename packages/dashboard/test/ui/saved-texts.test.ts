import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Inbox, openInbox } from '../../../server/test/inbox.ts'
import { type Bakery, compose, openBakery, text } from '../publishing-seed.ts'
import { goTo, openStaff } from '../staff-session.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
  await save('template', 'Monday', 'Fresh on Monday!')
  await save('reply', 'Opening hours', 'Open from 8\nto 18.')
  await save('hashtags', 'Bread tags', '#rye #spelt', { profile_id: bakery.profile })
})
afterAll(async () => await dashboard.close())

async function save(kind: string, name: string, words: string, more: object = {}) {
  const body = { kind, name, text: words, ...more }
  const { status } = await dashboard.testApp.call('POST', '/v1/saved-texts', body)
  expect(status).toBe(201)
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function choose(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for “${name}”` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a name that is taken is named at its field, and nothing that was entered is lost', async () => {
  const page = await dashboard.open('/saved-texts')
  await page.getByRole('button', { name: 'New saved text' }).click()
  const dialog = page.getByRole('dialog', { name: 'New saved text' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a text.').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('MONDAY')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('From the oven')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Another saved text of this kind has this name.').waitFor()
  expect(await dialog.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('From the oven')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Oven')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await rowOf(page, 'Oven').getByText('All profiles').waitFor()
})

test('in a selected profile a text is saved for it, and one for all profiles can be changed', async () => {
  const page = await dashboard.open(`/saved-texts?profile=${bakery.profile}&new=1`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bye')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Your bakers')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await rowOf(page, 'Your bakers').getByText('Bergmann Bakery').waitFor()
  await choose(page, 'Monday', 'Edit')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Fresh on Monday and Tuesday!')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await rowOf(page, 'Fresh on Monday and Tuesday!').waitFor()
  await choose(page, 'Bye', 'Delete')
  await page.getByRole('dialog', { name: 'Delete “Bye”?' }).getByText('stay the same').waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(() => rowOf(page, 'Your bakers').count()).toBe(0)
})

test('the list is searched and filtered by kind', async () => {
  const page = await dashboard.open('/saved-texts?search=open')
  await rowOf(page, 'Opening hours').waitFor()
  expect(await rowOf(page, 'Bread tags').count()).toBe(0)
  await goTo(page, '/saved-texts?kind=hashtags')
  await rowOf(page, 'Bread tags').waitFor()
  expect(await rowOf(page, 'Opening hours').count()).toBe(0)
  await goTo(page, '/saved-texts?kind=signature')
  await page.getByText('No results for these filters.').waitFor()
})

test.each([
  ['staff', 1, ['Bread tags']],
  ['contributor', 0, []],
] as const)('as %s only texts of the own profile can be changed', async (role, buttons, names) => {
  const email = `${role}@texts.example.com`
  const page = await openStaff(dashboard, { role, email, profiles: [bakery.profile] })
  await goTo(page, '/saved-texts')
  await rowOf(page, 'Opening hours').waitFor()
  expect(await page.getByRole('button', { name: 'New saved text' }).count()).toBe(buttons)
  const menus = page.getByRole('button', { name: /^Actions for/ })
  const labels = (await menus.all()).map((menu) => menu.getAttribute('aria-label'))
  expect(await Promise.all(labels)).toEqual(names.map((name) => `Actions for “${name}”`))
})

test('/ in a post lists the saved texts, and the chosen one is inserted at the caret', async () => {
  const page = await compose(dashboard, bakery, 'See you!', [])
  await text(page).press('Home')
  await text(page).pressSequentially('/')
  const options = page.getByRole('option')
  await options.first().waitFor()
  expect(await options.first().innerText()).toMatch(/Template/)
  await text(page).pressSequentially('op')
  await expect.poll(() => options.count()).toBe(1)
  await page.keyboard.press('Enter')
  await expect.poll(() => text(page).inputValue()).toBe('Open from 8\nto 18.See you!')
})

test('Escape closes the saved texts, and what was typed stays', async () => {
  const page = await compose(dashboard, bakery, '', [])
  await page.getByRole('button', { name: 'Insert saved text' }).click()
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await expect
    .poll(() => text(page).getAttribute('aria-activedescendant'))
    .toBe(await page.getByRole('option').first().getAttribute('id'))
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
  expect(await text(page).inputValue()).toBe('/')
})

test('/ in a reply lists saved replies first, and the chosen one is inserted', async () => {
  const inbox: Inbox = await openInbox(dashboard.testApp, 'youtube')
  const external = await inbox.addComment({ text: 'When are you open?' })
  await dashboard.testApp.work()
  const page = await dashboard.open(`/inbox?comment=${(await inbox.find(external))!.id}`)
  const box = page.getByRole('textbox', { name: /^Reply as/ })
  await box.pressSequentially('Hi! /')
  const options = page.getByRole('listbox', { name: 'Saved texts' }).getByRole('option')
  const first = options.first()
  await first.waitFor()
  expect(await first.innerText()).toMatch(/^Opening hours\s+Reply/)
  // A text of another profile.
  expect(await options.filter({ hasText: 'Bread tags' }).count()).toBe(0)
  await first.click()
  await expect.poll(() => box.inputValue()).toBe('Hi! Open from 8\nto 18.')
})
