import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '../../../server/src/schemas/account.ts'
import { buildAccount, buildProfile } from '../../../server/test/build.ts'
import { makeInsightsDue, runInsights } from '../../../server/test/metrics-fixture.ts'
import { buildPost, connectAccount } from '../../../server/test/publishing.ts'
import { setViews } from '../scenes/insights.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let threads: Account
let bluesky: Account

beforeAll(async () => {
  dashboard = await openDashboard()
  const { testApp } = dashboard
  const { id } = await buildProfile(testApp)
  threads = await connectAccount(testApp, 'threads', { account: 'anna.bakes' }, id)
  await setViews(testApp, threads.platform_account_id)
  await makeInsightsDue(testApp, threads.id)
  await runInsights(testApp, 7_200_000)
  bluesky = await buildAccount(testApp, {
    profile_id: id,
    platform: 'bluesky',
    granted: {
      username: 'zoe.test',
      granted: ['repo:app.bsky.feed.post'],
      avatarUrl: 'https://example.com/picture.png',
    },
  })
  await storeNumbers()
})
afterAll(async () => await dashboard.close())

/** Followers of one day, and a post with 43 likes and no views. */
async function storeNumbers() {
  const { ctx, clock } = dashboard.testApp
  const synced_at = clock.now()
  const followers = JSON.stringify({ followers_count: 1_180 })
  await ctx.db.query
    .insertInto('insight_day')
    .values({ account_id: bluesky.id, day: '2026-11-20', metrics: followers, synced_at })
    .execute()
  const post = await buildPost(dashboard.testApp, {
    text: 'Rye',
    tags: ['autumn'],
    targets: [{ account_id: bluesky.id }],
    mode: 'draft',
  })
  const published = {
    status: 'published',
    scheduled_at: synced_at,
    published_at: synced_at,
  } as const
  await ctx.db.query.updateTable('post').set(published).where('id', '=', post.id).execute()
  const metrics = JSON.stringify({ likes: 43, replies: 2 })
  const target_id = post.targets[0]!.id
  await ctx.db.query.updateTable('post_target').set(published).where('id', '=', target_id).execute()
  const part = { target_id, number: 1 }
  await ctx.db.query
    .insertInto('post_part')
    .values({
      ...part,
      account_id: bluesky.id,
      platform_post_id: '1',
      permalink: null,
      published_at: synced_at,
      deleted_at: null,
    })
    .execute()
  await ctx.db.query
    .insertInto('insight_post')
    .values({ ...part, metrics, synced_at, tried_at: synced_at })
    .execute()
}

test('on phones, the posts of a network without views show the metric that is sorted', async () => {
  const page = await dashboard.open(`/insights?account=${bluesky.id}`, { viewport: 'phone' })
  await page.getByRole('cell', { name: '43', exact: true }).waitFor()
  expect(await page.getByLabel('Sort by').inputValue()).toBe('likes')
})

test('the best posts can be limited to those with a tag', async () => {
  const page = await dashboard.open('/insights?best=likes&tag=autumn')
  await page.getByRole('link', { name: 'Rye', exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Tag' }).fill('autumn cake')
  await page.getByText('No post of this period with this tag has this metric.').waitFor()
})

test('the legend names the previous period only if it has data', async () => {
  const withPrevious = await dashboard.open(`/insights?account=${threads.id}`)
  await withPrevious.getByText('Previous period').waitFor()
  const without = await dashboard.open(`/insights?account=${bluesky.id}`)
  await without.getByText('This period', { exact: true }).waitFor()
  expect(await without.getByText('Previous period').count()).toBe(0)
})

test('an account whose picture cannot be loaded shows its initial', async () => {
  const page = await dashboard.open('/insights')
  const row = page.getByRole('row', { name: /zoe\.test/ })
  await row.locator('img').evaluate((image) => image.dispatchEvent(new Event('error')))
  await row.getByText('Z', { exact: true }).waitFor()
  expect(await row.locator('img').count()).toBe(0)
})
