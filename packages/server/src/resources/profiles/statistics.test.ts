import { beforeAll, describe, expect, test } from 'vitest'
import { buildAccount, buildKey, buildProfile } from '../../../test/build.ts'
import { openInbox } from '../../../test/inbox.ts'
import { advanceUntilIdle, buildPost, connectNewPerson } from '../../../test/publishing.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { addDays, utcDay } from '../../core/day.ts'
import type { Profile } from '../../schemas/profile.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const testApp = useTestApp({ poolMax: 4 })
let bakery: Profile
let florist: Profile

beforeAll(async () => {
  bakery = await buildProfile(testApp, { name: 'bakery', external_id: 'shop-1' })
  florist = await buildProfile(testApp, { name: 'Florist' })
})

const list = async (query = '', options = {}) =>
  await testApp.call('GET', `/v1/profile-statistics?${query}`, undefined, options)
const names = async (query = '', options = {}) =>
  (await list(query, options)).body.data.map(({ name }: { name: string }) => name)
const statisticsOf = async (profile: Profile) =>
  (await testApp.call('GET', '/v1/statistics', undefined, { profile: profile.id })).body
const inDays = (days: number) =>
  new Date(testApp.clock.now().getTime() + days * dayMs).toISOString()

/** Stores followers of an account, by how many days ago they were reported. */
async function storeFollowers(accountId: string, byDaysAgo: Record<number, number>) {
  const today = utcDay(testApp.clock.now())
  await testApp.ctx.db.query
    .insertInto('insight_day')
    .values(
      Object.entries(byDaysAgo).map(([daysAgo, followers]) => ({
        account_id: accountId,
        day: addDays(today, -Number(daysAgo)),
        metrics: JSON.stringify({ followers_count: followers }),
        synced_at: testApp.clock.now(),
      })),
    )
    .execute()
}

describe('statistics', () => {
  test('a profile without data has zeros, and null for followers and next post', async () => {
    expect(await statisticsOf(florist)).toEqual({
      object: 'statistics',
      from: '2026-11-15',
      to: '2026-11-27',
      scheduled_posts: 0,
      published_posts: 0,
      failed_posts: 0,
      next_post_at: null,
      unanswered_comments: 0,
      account_count: 0,
      expired_accounts: 0,
      followers: null,
      followers_change_7_days: null,
      followers_change_28_days: null,
    })
  })

  test('posts count by status from 6 days ago to 6 days ahead', async () => {
    const account = await connectNewPerson(testApp, bakery.id)
    const targets = [{ account_id: account.id }]
    await buildPost(testApp, { text: 'Now', targets, mode: 'now' })
    await advanceUntilIdle(testApp)
    for (const days of [2, 5, 30]) {
      const schedule = { mode: 'schedule', scheduled_at: inDays(days) }
      await buildPost(testApp, { text: `In ${days} days`, targets, ...schedule })
    }
    await testApp.ctx.db.query
      .updateTable('post')
      .set({ status: 'failed' })
      .where('text', '=', 'In 5 days')
      .execute()
    expect(await statisticsOf(bakery)).toMatchObject({
      scheduled_posts: 1,
      published_posts: 1,
      failed_posts: 1,
      next_post_at: inDays(2),
      account_count: 1,
    })
  })

  test('followers add up, changes only for accounts known at both times', async () => {
    const profile = await buildProfile(testApp, { name: 'Garden' })
    const old = await buildAccount(testApp, { profile_id: profile.id })
    const recent = await buildAccount(testApp, { profile_id: profile.id })
    await storeFollowers(old.id, { 1: 130, 8: 110, 30: 80 })
    await storeFollowers(recent.id, { 0: 1_000, 3: 900 })
    expect(await statisticsOf(profile)).toMatchObject({
      account_count: 2,
      followers: 1_130,
      followers_change_7_days: 20,
      followers_change_28_days: 50,
    })
  })

  test('unanswered comments count until they are answered or deleted', async () => {
    const inbox = await openInbox(testApp, 'instagram', { profileId: florist.id })
    const first = await inbox.addComment({ text: 'First' })
    await inbox.addComment({ text: 'Second' })
    await testApp.work()
    expect(await statisticsOf(florist)).toMatchObject({ unanswered_comments: 2 })
    const comment = await inbox.find(first)
    await testApp.call('PATCH', `/v1/comments/${comment!.id}`, { reply_status: 'no_reply_needed' })
    expect(await statisticsOf(florist)).toMatchObject({ unanswered_comments: 1 })
  })

  test('the list sorts by name ignoring case, or by what needs attention', async () => {
    expect(await names()).toEqual(['bakery', 'Default', 'Florist', 'Garden'])
    expect(await names('sort=attention')).toEqual(['bakery', 'Florist', 'Default', 'Garden'])
    expect(await names('search=SHOP')).toEqual(['bakery'])
  })

  test('pages have every profile once', async () => {
    const first = (await list('sort=attention&limit=3')).body
    const second = (await list(`sort=attention&limit=3&cursor=${first.next_cursor}`)).body
    expect([...first.data, ...second.data].map(({ name }) => name)).toEqual(
      await names('sort=attention'),
    )
    expect(second).toMatchObject({ has_more: false })
  })

  test('a profile key sees only its profile, in the list and in the total', async () => {
    const key = await buildKey(testApp, { profile_id: florist.id })
    expect(await names('', { key })).toEqual(['Florist'])
    const { body } = await testApp.call('GET', '/v1/statistics', undefined, { key })
    expect(body).toMatchObject({ unanswered_comments: 1, scheduled_posts: 0 })
  })

  test('the total of an owner key has the numbers of all profiles', async () => {
    const { body } = await testApp.call('GET', '/v1/statistics')
    expect(body).toMatchObject({ scheduled_posts: 1, unanswered_comments: 1 })
    expect(body.followers).toBeGreaterThan(1_130)
  })
})
