import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expiredAccount } from './clients-seed.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'
import { fillPublishing } from './publishing-seed.ts'
import type { Places } from './scenes/scene.ts'
import { goTo, openStaff } from './staff-session.ts'

let dashboard: Dashboard
let places: Places
let page: Page
const refusedRequests: string[] = []

beforeAll(async () => {
  dashboard = await openDashboard()
  places = await fillPublishing(dashboard.testApp)
  const expired = await expiredAccount(dashboard.testApp, places.profile!)
  places = { ...places, expired: expired.id }
  page = await openStaff(dashboard, { role: 'contributor', profiles: [places.profile!] })
  page.on('response', (response) => {
    if (response.status() === 403) refusedRequests.push(new URL(response.url()).pathname)
  })
})
afterAll(async () => await dashboard.close())

/** Changes that the API refuses to a contributor. */
const refused =
  /^(Retry|Reconnect|Disconnect|Sync now|Cancel post|Reschedule|Publish now|Connect|Create (connect )?link|.*(published|not there).*)$/i

const paths: [string, (places: Places) => string][] = [
  ['the overview', () => '/'],
  ['the calendar', () => '/calendar'],
  ['posts', () => '/posts'],
  ['a published post', ({ published }) => `/posts/${published}`],
  ['a failed post', ({ failed }) => `/posts/${failed}`],
  ['a post with an unknown result', ({ unknown }) => `/posts/${unknown}`],
  ['a scheduled post', ({ scheduled }) => `/posts/${scheduled}`],
  ['the inbox', () => '/inbox'],
  ['insights', () => '/insights'],
  ['insights of an account', ({ threads }) => `/insights?account=${threads}`],
  ['profiles', () => '/profiles'],
  ['a profile', ({ profile }) => `/profiles/${profile}`],
  ['accounts', () => '/accounts'],
  ['an account', ({ threads }) => `/accounts/${threads}`],
  ['an expired account', ({ expired }) => `/accounts/${expired}`],
  ['settings', () => '/settings'],
  ['connect links, not in the navigation', () => '/connect-links'],
  ['webhooks, not in the navigation', () => '/webhooks'],
  ['requests, not in the navigation', () => '/requests'],
]

test.each(paths)(
  'a contributor on %s → no refused request, no button for one',
  async (name, path) => {
    refusedRequests.length = 0
    await goTo(page, path(places))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await dashboard.checkWidth(page, name)
    expect(refusedRequests).toEqual([])
    const buttons = page.getByRole('main').getByRole('button', { name: refused })
    expect(await buttons.count()).toBe(0)
  },
)
