import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityViolations } from '../../server/test/browser.ts'
import { appearances, nameOf } from './appearances.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'
import { breakThreads, fillPublishing } from './publishing-seed.ts'

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

test.each(appearances)(
  'the pages of the sandbox pass axe: $viewport, $scheme',
  async (appearance) => {
    const page = await dashboard.openSignedOut(dashboard.testApp.sandbox.url, appearance)
    for (const path of ['/', '/feed', '/inbox', '/inbox/mine', '/inbox/empty']) {
      await page.goto(dashboard.testApp.sandbox.url + path)
      await page.evaluate(
        'for (const item of document.querySelectorAll("details")) item.open = true',
      )
      expect(await accessibilityViolations(page), `${path}, ${nameOf(appearance)}`).toEqual([])
      // Tables scroll inside their cards.
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    }
    await page.context().close()
  },
)

test('an inbox lists its messages by event, with the state of the signature', async () => {
  const page = await dashboard.openSignedOut(`${dashboard.testApp.sandbox.url}/inbox`)
  await page.getByRole('link', { name: 'mine' }).click()
  await page.getByText('post.published', { exact: true }).waitFor()
  await page.getByText('Message without an event type').waitFor()
  expect(await page.getByText('No signature').count()).toBe(2)
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
  await page.context().close()
})

test('the panel shows the names of faults in whole', async () => {
  const page = await dashboard.openSignedOut(dashboard.testApp.sandbox.url, { viewport: 'phone' })
  const widths = await page.evaluate(`(() => {
    const choice = document.querySelector('select[name="kind"]')
    const whole = choice.cloneNode(true)
    whole.style.width = 'max-content'
    document.body.append(whole)
    return [choice.offsetWidth, whole.offsetWidth]
  })()`)
  const [shown, needed] = widths as [number, number]
  expect(shown).toBeGreaterThanOrEqual(needed)
  await page.context().close()
})

test('the panel names faults in words and times as they passed', async () => {
  const page = await dashboard.openSignedOut(dashboard.testApp.sandbox.url)
  const faults = page.getByRole('region', { name: 'Recent API calls' })
  await faults.getByText('No response').first().waitFor()
  await page.getByText('HTTP 500').first().waitFor()
  expect(await page.getByText(/http_500|\d{4}-\d{2}-\d{2}T/).count()).toBe(0)
  await page.getByLabel('Method, status, endpoint or path').fill('no such call')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByText(/None of the last \d+ calls match/).waitFor()
  await page.context().close()
})

test('a method finds the calls of that method, other text those with it in their path', async () => {
  const { url } = dashboard.testApp.sandbox
  await fetch(`${url}/instagram/graph/v25.0/post_1/comments?fields=post_2`)
  const page = await dashboard.openSignedOut(url)
  const find = async (text: string) => {
    await page.getByLabel('Method, status, endpoint or path').fill(text)
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.waitForURL(`**call=${text}*`)
    return await page.locator('#calls tbody td:last-child').allInnerTexts()
  }
  const post = await find('post')
  expect(post).not.toEqual([])
  expect(post.filter((request) => !request.startsWith('POST '))).toEqual([])
  expect(await find('post_1')).toEqual(['GET /instagram/graph/v25.0/post_1/comments'])
  expect(await find('post_2')).toEqual([])
  await page.getByRole('link', { name: 'Clear filter' }).click()
  await page.waitForURL(`${url}/#calls`)
  await page.context().close()
})

test('a failed call opens to its endpoint, its parameters and the response', async () => {
  const { url } = dashboard.testApp.sandbox
  await fetch(`${url}/threads/graph/v1.0/me?fields=id,name&limit=3`)
  const page = await dashboard.openSignedOut(`${url}/?call=400&platform=threads`)
  const call = page.locator('#calls details').first()
  expect(await call.locator('pre').first().isVisible()).toBe(false)
  await call.locator('summary').click()
  const [parameters, response] = await call.locator('pre').allInnerTexts()
  expect(parameters).toBe('fields = id,name\nlimit = 3')
  expect(JSON.parse(response!).error.code).toBe(104)
  await call.getByText('node', { exact: true }).waitFor()
  await page.context().close()
})

test('new calls appear in the panel, and one that was opened stays open', async () => {
  const { url } = dashboard.testApp.sandbox
  await fetch(`${url}/threads/graph/v1.0/songs`)
  const page = await dashboard.openSignedOut(`${url}/?call=songs`)
  const calls = page.locator('#calls-list')
  await calls.getByText('/songs').click()
  await fetch(`${url}/threads/graph/v1.0/more_songs`)
  await page.clock.runFor(3_000)
  await calls.getByText('/more_songs').waitFor()
  expect(await calls.locator('details[open]').allInnerTexts()).toEqual([
    expect.stringContaining('/threads/graph/v1.0/songs'),
  ])
  await page.context().close()
})

test('a fault for an endpoint that the platform does not have is rejected with those it has', async () => {
  const page = await dashboard.openSignedOut(dashboard.testApp.sandbox.url)
  await page.getByLabel('Endpoint (* for any)').fill('nonsense')
  await page.getByRole('button', { name: 'Set fault' }).click()
  await page.getByText('Threads has no endpoint "nonsense".').waitFor()
  await page.getByText(/one of: .*insights, /).waitFor()
  await page.context().close()
})

test('on phones no handle of a person breaks, and the response and request of a call are in view', async () => {
  const page = await dashboard.openSignedOut(dashboard.testApp.sandbox.url, { viewport: 'phone' })
  await page.locator('#people > summary').click()
  const lines = await page.evaluate(`[...document.querySelectorAll('#people .who a')]
    .map((link) => {
      const range = document.createRange()
      range.selectNodeContents(link)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size + ' ' + link.textContent
    })`)
  expect((lines as string[]).filter((line) => !line.startsWith('1 '))).toEqual([])
  const right = await page.evaluate(`Math.max(
    ...[...document.querySelectorAll('#calls td > *')].map((cell) => cell.getBoundingClientRect().right))`)
  expect(right).toBeLessThanOrEqual(390)
  await page.context().close()
})

test('a fault without an endpoint is not sent', async () => {
  const page = await dashboard.openSignedOut(dashboard.testApp.sandbox.url)
  await page.getByLabel('Endpoint (* for any)').fill('')
  await page.getByRole('button', { name: 'Set fault' }).click()
  expect(await page.evaluate('document.activeElement.name')).toBe('match')
  expect(new URL(page.url()).pathname).toBe('/')
  await page.context().close()
})
