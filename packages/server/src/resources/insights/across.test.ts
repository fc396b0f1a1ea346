import { beforeAll, expect, test } from 'vitest'
import { buildAccount, buildKey, buildProfile } from '../../../test/build.ts'
import { advanceUntilIdle, buildPost, connectNewPerson } from '../../../test/publishing.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { Account } from '../../schemas/account.ts'
import type { Profile } from '../../schemas/profile.ts'

const testApp = useTestApp({ poolMax: 4 })
let bakery: Profile
let florist: Profile
let threads: Account
let bluesky: Account

beforeAll(async () => {
  bakery = await buildProfile(testApp)
  florist = await buildProfile(testApp)
  threads = await connectNewPerson(testApp, bakery.id)
  bluesky = await buildAccount(testApp, { profile_id: florist.id, platform: 'bluesky' })
})

const get = async (path: string, options = {}) =>
  await testApp.call('GET', `/v1/insights/${path}`, undefined, options)

async function storeDay(accountId: string, day: string, metrics: Record<string, number>) {
  await testApp.ctx.db.query
    .insertInto('insight_day')
    .values({
      account_id: accountId,
      day,
      metrics: JSON.stringify(metrics),
      synced_at: testApp.clock.now(),
    })
    .execute()
}

async function publishWith(text: string, metrics: Record<string, number>, tags: string[] = []) {
  const post = await buildPost(testApp, {
    text,
    tags,
    targets: [{ account_id: threads.id }],
    mode: 'now',
  })
  await advanceUntilIdle(testApp)
  await testApp.ctx.db.query
    .insertInto('insight_post')
    .values({
      target_id: post.targets[0]!.id,
      number: 1,
      metrics: JSON.stringify(metrics),
      synced_at: testApp.clock.now(),
      tried_at: testApp.clock.now(),
    })
    .onConflict((conflict) =>
      conflict.columns(['target_id', 'number']).doUpdateSet({ metrics: JSON.stringify(metrics) }),
    )
    .execute()
  return post
}

test('accounts are compared over a range, with the metrics that their platform has', async () => {
  await storeDay(threads.id, '2026-10-01', { followers_count: 90, views: 7 })
  await storeDay(threads.id, '2026-10-03', { followers_count: 120, views: 5 })
  await storeDay(threads.id, '2026-10-04', { views: 6 })
  await storeDay(bluesky.id, '2026-10-04', { followers_count: 40 })
  await testApp.ctx.db.query
    .updateTable('account_poll')
    .set({ state: JSON.stringify({ known_to: '2026-10-04' }) })
    .where('account_id', '=', threads.id)
    .where('kind', '=', 'insights')
    .execute()
  const { body } = await get('accounts?from=2026-10-03&to=2026-10-04')
  const byId = Object.fromEntries(
    body.data.map((each: { account_id: string }) => [each.account_id, each]),
  )
  expect(byId[threads.id]).toMatchObject({
    profile_id: bakery.id,
    platform: 'threads',
    data_through: '2026-10-04',
    metrics: {
      followers_count: { kind: 'level', total: 120, previous_total: 90, values: [120, null] },
      views: {
        kind: 'sum',
        total: 11,
        previous_total: 7,
        comparison: { days: 1, total: 5, previous_total: 7 },
        values: [5, 6],
      },
    },
  })
  expect(byId[bluesky.id].metrics).toEqual({
    followers_count: {
      kind: 'level',
      total: 40,
      previous_total: null,
      comparison: null,
      values: [null, 40],
    },
  })
})

test('each account says when its metrics are synced next, as its own insights do', async () => {
  const { body } = await get('accounts')
  const { next_sync_at } = body.data.find(
    ({ account_id }: { account_id: string }) => account_id === threads.id,
  )
  const own = await testApp.call('GET', `/v1/accounts/${threads.id}/insights`)
  expect(next_sync_at).toBe(own.body.next_sync_at)
  expect(next_sync_at).not.toBeNull()
})

test('posts are ranked by a metric, and pages have every post once', async () => {
  const texts = ['Second', 'First', 'Third']
  await publishWith(texts[0]!, { views: 20, likes: 1 })
  await publishWith(texts[1]!, { views: 30, likes: 0 })
  await publishWith(texts[2]!, { views: 10 })
  const first = (await get('posts?limit=2')).body
  const second = (await get(`posts?limit=2&cursor=${first.next_cursor}`)).body
  expect([...first.data, ...second.data]).toMatchObject([
    { text: 'First', value: 30, account_id: threads.id, profile_id: bakery.id },
    { text: 'Second', value: 20, metrics: { views: 20, likes: 1 } },
    { text: 'Third', value: 10 },
  ])
  const byLikes = (await get('posts?metric=likes')).body.data
  expect(byLikes.map(({ text }: { text: string }) => text)).toEqual(['Second', 'First'])
})

test('the ranking has only posts with the tag, and its cursor belongs to the tag', async () => {
  await publishWith('Tagged', { views: 5 }, ['autumn', 'cake'])
  await publishWith('Tagged too', { views: 4 }, ['autumn'])
  await publishWith('Tagged otherwise', { views: 6 }, ['autumn-2'])
  const first = (await get('posts?tag=autumn&limit=1')).body
  expect(first.data).toMatchObject([{ text: 'Tagged' }])
  const second = (await get(`posts?tag=autumn&limit=1&cursor=${first.next_cursor}`)).body
  expect(second).toMatchObject({ data: [{ text: 'Tagged too' }], has_more: false })
  const other = await get(`posts?tag=cake&limit=1&cursor=${first.next_cursor}`)
  expect(other.body.error.code).toBe('invalid_cursor')
})

test('an unknown metric returns 400 invalid_metric', async () => {
  for (const path of ['posts?metric=clapping', 'accounts?metrics=clapping']) {
    expect(await get(path)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_metric' } },
    })
  }
})

test('a profile key sees only the accounts and posts of its profile', async () => {
  const key = await buildKey(testApp, { profile_id: florist.id })
  const { body } = await get('accounts', { key })
  expect(body.data.map(({ account_id }: { account_id: string }) => account_id)).toEqual([
    bluesky.id,
  ])
  expect((await get('posts', { key })).body.data).toEqual([])
})
