import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PlatformError } from '../../../server/src/platforms/contract/errors.ts'
import {
  type Failure,
  outcomeOf,
  serverFailure,
} from '../../../server/src/resources/posts/publish/outcome.ts'
import { type Bakery, openBakery, writePost } from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let bakery: Bakery

beforeAll(async () => {
  dashboard = await openDashboard()
  bakery = await openBakery(dashboard.testApp)
})
afterAll(async () => await dashboard.close())

/** A post whose first account failed like this, and whose second, if there is one, is published. */
async function failedPost(failure: Failure, input: Record<string, unknown> = {}): Promise<string> {
  const { testApp } = dashboard
  const id = await writePost(testApp, bakery, { text: 'Rolls at noon', mode: 'draft', ...input })
  const { targets } = (await testApp.call('GET', `/v1/posts/${id}`)).body
  const { code, source, message, retryable } = failure
  await testApp.ctx.db.query
    .updateTable('post_target')
    .set({
      status: 'failed',
      attempts: 1,
      error_code: code,
      error_source: source,
      error_message: message,
      error_retryable: retryable,
    })
    .where('id', '=', targets[0].id)
    .execute()
  return id
}

function rejection(platformMessage: string): Failure {
  const err = new PlatformError('rejected', { platformMessage })
  const outcome = outcomeOf(err, { isCommit: false, commitsNotReady: 0 })
  if (outcome.next !== 'fail') throw new Error(outcome.next)
  return outcome.failure
}

async function primaryNames(alert: Locator): Promise<string[]> {
  return await alert
    .locator(
      '.mantine-Button-root[data-variant="filled"], .mantine-Button-root:not([data-variant])',
    )
    .allTextContents()
}

test("a platform's words are quoted below a sentence in the page's language", async () => {
  const id = await failedPost(rejection('The topic <b>is</b> not allowed'))
  const page = await dashboard.open(`/posts/${id}`, { language: 'de' })
  const alert = page.getByRole('alert')
  await alert.getByText('Die Plattform hat diesen Inhalt abgelehnt.').waitFor()
  const quote = alert.locator('blockquote')
  await quote.getByText('Meldung von Threads:').waitFor()
  await quote.getByText('The topic <b>is</b> not allowed', { exact: true }).waitFor()
  expect(await alert.textContent()).not.toMatch(/The platform rejected|Message from/)
})

test("the API's own message names the problem of a file below the translated sentence", async () => {
  const id = await failedPost(serverFailure('media_invalid', 'The video is too long.', false))
  const page = await dashboard.open(`/posts/${id}`, { language: 'de' })
  const own = page.getByRole('alert').getByText('The video is too long.')
  await own.waitFor()
  expect(await own.getAttribute('lang')).toBe('en')
})

test('rejected content is copied for the account that failed, with its own text', async () => {
  const targets = [
    { account_id: bakery.threads, text: 'Rolls, only here' },
    { account_id: bakery.facebook },
  ]
  const id = await failedPost(rejection('No'), { targets })
  const page = await dashboard.open(`/posts/${id}`)
  const alert = page.getByRole('alert')
  await alert.getByText('Retrying sends the same content').waitFor()
  expect(await primaryNames(alert)).toEqual(['Duplicate for this account'])
  await alert.getByRole('link', { name: 'Duplicate for this account' }).click()
  await page.getByRole('heading', { name: 'New post' }).waitFor()
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  expect(await text.inputValue()).toBe('Rolls, only here')
  expect(await page.getByRole('checkbox', { name: /^Threads/ }).isChecked()).toBe(true)
  expect(await page.getByRole('checkbox', { name: /^Facebook/ }).isChecked()).toBe(false)
})

test.each([
  ['media_unreachable', false, ['Retry']],
  ['daily_quota', true, ['Retry']],
  ['content_invalid', false, ['Duplicate and edit']],
  ['internal', false, ['Reconnect']],
] as const)(
  'the cure of %s (retryable: %s) is the primary button: %j',
  async (code, retryable, names) => {
    const id = await failedPost(serverFailure(code, 'Something', retryable))
    const page = await dashboard.open(`/posts/${id}`)
    const alert = page.getByRole('alert')
    await alert.getByRole('button', { name: 'Retry' }).waitFor()
    await expect.poll(() => primaryNames(alert)).toEqual(names)
  },
)
