import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProfile } from '../../../server/test/build.ts'
import { type Dashboard, openDashboard, settled } from '../dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard({}, { hasScrollbars: true })
})
afterAll(async () => await dashboard.close())

test('opening a dialog does not shift a page with a scrollbar', async () => {
  // Taller than the viewport.
  for (let at = 0; at < 20; at += 1) await buildProfile(dashboard.testApp)
  const page = await dashboard.open('/profiles')
  const create = page.getByRole('button', { name: 'Create profile' }).first()
  await create.waitFor()
  await settled(page)
  const barWidth = await page.evaluate('innerWidth - document.documentElement.clientWidth')
  expect(barWidth).toBeGreaterThan(0)
  const before = await create.boundingBox()
  await create.click()
  await page.getByRole('dialog').waitFor()
  await settled(page)
  const after = await page
    .getByRole('button', { name: 'Create profile', includeHidden: true })
    .first()
    .boundingBox()
  expect(after).toEqual(before)
})

test('Escape pressed twice quickly dismisses the question and asks again', async () => {
  const page = await dashboard.open('/webhooks')
  await page.getByRole('button', { name: 'Add endpoint' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add endpoint' })
  const field = form.getByRole('textbox', { name: 'URL' })
  await field.fill('https://app.example/hooks')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard changes?' })
  await question.waitFor()
  const escapes = (times: number) =>
    page.evaluate(`for (let press = 0; press < ${times}; press += 1) {
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    }`)
  // In one task, faster than any render.
  await escapes(2)
  await question.waitFor()
  await settled(page)
  expect(await question.isVisible()).toBe(true)
  await escapes(3)
  await question.waitFor({ state: 'hidden' })
  expect(await form.isVisible()).toBe(true)
})

test('dismissing the question returns the focus at once, so that no key is lost', async () => {
  const page = await dashboard.open('/webhooks')
  await page.getByRole('button', { name: 'Add endpoint' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add endpoint' })
  const field = form.getByRole('textbox', { name: 'URL' })
  await field.fill('https://app.example/hook')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Discard changes?' }).waitFor()
  const name = await page.evaluate(`(() => {
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    return document.activeElement.closest('[role=dialog]')?.textContent.includes('URL')
  })()`)
  expect(name).toBe(true)
  await page.keyboard.type('s')
  expect(await field.inputValue()).toBe('https://app.example/hooks')
})

test('Escape asks before it discards what was entered, and closes an untouched form', async () => {
  const page = await dashboard.open('/webhooks')
  await page.getByRole('button', { name: 'Add endpoint' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add endpoint' })
  await form.getByRole('textbox', { name: 'URL' }).fill('https://app.example/hooks')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard changes?' })
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  expect(await form.getByRole('textbox', { name: 'URL' }).inputValue()).toBe(
    'https://app.example/hooks',
  )
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard' }).click()
  await form.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Add endpoint' }).first().click()
  await form.waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })
})
