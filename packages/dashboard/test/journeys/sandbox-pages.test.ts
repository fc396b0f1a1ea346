import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityViolations } from '../../../server/test/browser.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import { viewports } from '../opened-dashboard.ts'
import { breakThreads, fillPublishing } from '../publishing-seed.ts'

let dashboard: Dashboard

const event = { id: 'evt_1', type: 'post.published', data: { text: '<b>Rye</b>' } }

beforeAll(async () => {
  dashboard = await openDashboard()
  const { testApp } = dashboard
  await fillPublishing(testApp)
  await breakThreads(testApp)
  const { control } = testApp.sandbox
  const post = await control('POST', '/posts', { account: 'threads:anna.bakes', text: 'Rye' })
  await control('POST', '/comments', { post: post.id, text: 'Do you have rye today?' })
  for (const body of [JSON.stringify(event), 'no JSON']) {
    await fetch(`${testApp.sandbox.url}/inbox/mine`, { method: 'POST', body })
  }
})
afterAll(async () => await dashboard.close())

test('the pages of the sandbox pass axe, in dark too, and fit a phone', async () => {
  const { url } = dashboard.testApp.sandbox
  const page = await dashboard.openSignedOut(url)
  for (const path of ['/', '/feed', '/inbox', '/inbox/mine', '/inbox/empty']) {
    await page.setViewportSize(viewports.wide)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(url + path)
    await page.evaluate('for (const item of document.querySelectorAll("details")) item.open = true')
    expect(await accessibilityViolations(page), path).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await accessibilityViolations(page, ['color-contrast']), `${path}, dark`).toEqual([])
    // Tables scroll inside their cards.
    await page.setViewportSize(viewports.phone)
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  }
  await page.context().close()
})

test('a message that arrives is shown at once, and one that was opened stays open', async () => {
  const { sandbox } = dashboard.testApp
  const send = (text: string) =>
    fetch(`${sandbox.url}/inbox/live`, {
      method: 'POST',
      body: JSON.stringify({ type: 'comment.created', data: { author_username: 'sam', text } }),
    })
  await send('First')
  await send('Second')
  const page = await dashboard.openSignedOut(`${sandbox.url}/inbox/live`)
  await page.getByText('Updates automatically').waitFor()
  const first = page.locator('.message').filter({ hasText: '@sam: First' })
  await first.locator('summary').first().click()
  await send('Third')
  await page.clock.runFor(3_000)
  await page.getByText('@sam: Third').waitFor()
  expect(await first.getAttribute('open')).toBe('')
  expect(await page.locator('.message[open]').count()).toBe(2)
  expect(await page.evaluate('document.activeElement.innerText')).toContain('@sam: First')
  await page.context().close()
})

test('the details of an account stay open after an action', async () => {
  const page = await dashboard.openSignedOut(dashboard.testApp.sandbox.url)
  const account = page.locator('.grant').first()
  await account.locator('summary').click()
  await account.getByRole('button', { name: 'Expire tokens' }).click()
  await page.waitForURL('**/#grant-*')
  await page.locator('.grant[open]').getByRole('button', { name: 'Expire tokens' }).waitFor()
  const name = await page.locator('.grant[open] > summary').boundingBox()
  expect(name!.y).toBeGreaterThanOrEqual(0)
  await page.context().close()
})

test('what is open stays open after the forms of the panel', async () => {
  const page = await dashboard.openSignedOut(dashboard.testApp.sandbox.url)
  await page.getByRole('heading', { name: 'People you can log in as' }).click()
  await page.locator('#calls details summary').first().click()
  const opened = await page.locator('#calls details[open]').getAttribute('id')
  await page.getByRole('button', { name: '+ 1 minute' }).click()
  await page.getByText('1 minute ahead of real time').waitFor()
  expect(await page.locator('#people[open]').count()).toBe(1)
  expect(await page.locator(`#${opened}[open]`).count()).toBe(1)
  await page.getByRole('button', { name: 'Reset clock' }).click()
  await page.getByText('Real time', { exact: true }).waitFor()
  await page.context().close()
})

test('new calls appear in the panel', async () => {
  const { url } = dashboard.testApp.sandbox
  await fetch(`${url}/threads/graph/v1.0/songs`)
  const page = await dashboard.openSignedOut(`${url}/?call=songs`)
  const calls = page.locator('#calls-list')
  await calls.getByText('/songs').waitFor()
  await fetch(`${url}/threads/graph/v1.0/more_songs`)
  await page.clock.runFor(3_000)
  await calls.getByText('/more_songs').waitFor()
  await page.context().close()
})

test('a button that is pressed while the panel updates still works', async () => {
  const { url } = dashboard.testApp.sandbox
  const page = await dashboard.openSignedOut(url)
  const account = page.locator('.grant').filter({ hasText: 'Threads' }).first()
  await account.locator('summary').hover()
  await page.mouse.down()
  const read = page.waitForResponse(`${url}/`)
  await page.clock.runFor(3_000)
  await (await read).finished()
  await page.mouse.up()
  await account.getByRole('button', { name: 'Expire tokens' }).waitFor()
  await page.context().close()
})

test('while a call is open, new ones wait for a button, and it stays open', async () => {
  const { url } = dashboard.testApp.sandbox
  await fetch(`${url}/threads/graph/v1.0/waiting`)
  const page = await dashboard.openSignedOut(`${url}/?call=waiting`)
  const calls = page.locator('#calls-list')
  await calls.locator('summary').click()
  await fetch(`${url}/threads/graph/v1.0/more_waiting`)
  await page.clock.runFor(3_000)
  const button = page.getByRole('button', { name: 'Show new calls' })
  await button.waitFor()
  expect(await calls.locator('details').count()).toBe(1)
  await button.click()
  await calls.getByText('/more_waiting').waitFor()
  expect(await calls.locator('details[open] summary').allInnerTexts()).toEqual([
    'GET /threads/graph/v1.0/waiting',
  ])
  expect(await button.count()).toBe(0)
  await page.context().close()
})

test('faults, accounts and the clock stay current, and a choice in an open account stays', async () => {
  const { sandbox } = dashboard.testApp
  const page = await dashboard.openSignedOut(sandbox.url)
  await page.getByText('Real time', { exact: true }).waitFor()
  const account = page.locator('.grant').filter({ hasText: 'Threads' }).first()
  await account.locator('summary').click()
  const permission = account.getByLabel('Permission')
  await permission.selectOption('threads_delete')
  await account.getByRole('button', { name: 'Revoke permission' }).focus()
  await sandbox.control('POST', '/faults', { platform: 'tiktok', kind: 'hang', times: 3 })
  await sandbox.control('POST', '/clock', { advance_seconds: 60 })
  await page.clock.runFor(3_000)
  await page.getByText('1 minute ahead of real time').waitFor()
  await page.getByText('TikTok, any endpoint, 3 more times').waitFor()
  expect(await permission.inputValue()).toBe('threads_delete')
  expect(await page.evaluate('document.activeElement.innerText')).toBe('Revoke permission')
  await sandbox.control('POST', '/clock', { reset: true })
  await sandbox.control('DELETE', '/faults')
  await page.context().close()
})
