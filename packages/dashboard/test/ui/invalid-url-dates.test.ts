import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWebhook } from '../../../server/test/build.ts'
import { openBakery } from '../publishing-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let webhook: string
let profile: string

beforeAll(async () => {
  dashboard = await openDashboard()
  profile = (await openBakery(dashboard.testApp)).profile
  webhook = (await buildWebhook(dashboard.testApp)).id
})
afterAll(async () => await dashboard.close())

/** URLs with an invalid date or time, for example truncated in an email. */
const paths = () => [
  '/audit-log?from=2026-1',
  '/audit-log?from=xx&to=yy',
  '/requests?from=xx&to=2026-13-45&status=x&method=x',
  `/webhooks/${webhook}?range=x`,
  `/posts/new?profile=${profile}&at=2026-11-`,
  '/calendar?month=x&week=x&from=x&to=x&view=x',
  `/posts?from=&to=`,
  '/insights?from=x&to=2026-13-45',
]

test('an invalid date or time in the URL does not break a page', { timeout: 120_000 }, async () => {
  const page = await dashboard.open('/')
  for (const path of paths()) {
    await page.goto(new URL(`/dashboard${path}`, page.url()).href)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByText('This page couldn’t be loaded').count(), path).toBe(0)
    expect(await page.getByText('Request failed').count(), path).toBe(0)
  }
})
