import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildAccount, buildKey, buildProfile } from '../../../test/build.ts'
import {
  type MetricsFixture,
  makeInsightsDue,
  removeMetrics,
  runInsights,
  useMetrics,
} from '../../../test/metrics-fixture.ts'
import { threadsPublishCase } from '../../../test/platforms/threads-publish-case.ts'
import { advanceUntilIdle, connectAccount } from '../../../test/publishing.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { newId } from '../../core/ids.ts'
import { PlatformError } from '../../platforms/contract/errors.ts'
import type { Account } from '../../schemas/account.ts'
import type { Post } from '../../schemas/post.ts'
import { listDueParts } from './job.ts'
import { storePart } from './store.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const testApp = useTestApp({ poolMax: 4 })
let threads: MetricsFixture
let account: Account
let count = 0

beforeAll(async () => {
  account = await connectAccount(testApp, 'threads', { account: 'anna.bakes' })
  await makeInsightsDue(testApp, account.id)
})
beforeEach(() => {
  threads = useMetrics(testApp, 'threads')
})

async function publish(input: Record<string, unknown> = {}): Promise<Post> {
  count += 1
  const created = await testApp.call('POST', '/v1/posts', {
    text: `Post ${count}`,
    targets: [{ account_id: account.id }],
    mode: 'now',
    ...input,
  })
  if (created.status !== 201) throw new Error(JSON.stringify(created.body))
  await advanceUntilIdle(testApp)
  return (await testApp.call('GET', `/v1/posts/${created.body.id}`)).body
}

const read = async (id: string, query = '', options = {}) =>
  await testApp.call('GET', `/v1/posts/${id}/insights${query}`, undefined, options)
const platformId = (post: Post) => post.targets[0]!.platform_post_id!
const countReads = (post: Post) =>
  threads.calls.filter((call) => call.post === platformId(post)).length

describe('post insights', () => {
  test('have the metrics of the platform, null without data, with totals', async () => {
    const post = await publish()
    threads.postValues = () => ({ views: 120, likes: 0, shares: null })
    await runInsights(testApp, 6 * hourMs)
    const metrics = {
      views: 120,
      likes: 0,
      replies: null,
      reposts: null,
      quotes: null,
      shares: null,
    }
    const { status, body } = await read(post.id)
    expect(status).toBe(200)
    expect(body).toEqual({
      object: 'post_insights',
      post_id: post.id,
      targets: [
        {
          target_id: post.targets[0]!.id,
          account_id: account.id,
          platform: 'threads',
          metrics,
          parts: [{ number: 1, metrics, synced_at: expect.any(String) }],
          missing_permission: null,
          synced_at: expect.any(String),
        },
      ],
      totals: metrics,
    })
    const some = await read(post.id, '?metrics=likes,views')
    expect(some.body.targets[0].metrics).toEqual({ likes: 0, views: 120 })
    expect(some.body.totals).toEqual({ likes: 0, views: 120 })
  })

  test('before the first read every metric is null', async () => {
    const post = await publish()
    const { body } = await read(post.id)
    expect(body.targets[0]).toMatchObject({ synced_at: null })
    expect(new Set(Object.values(body.totals))).toEqual(new Set([null]))
  })

  test('of a thread whose second part failed are those of its first part, also in the ranking', async () => {
    const { refusal: answer } = threadsPublishCase
    const fault = { platform: 'threads', match: 'create', kind: 'answer', skip: 1, answer }
    await testApp.sandbox.control('POST', '/faults', fault)
    const post = await publish({ thread: [{ text: 'Refused' }] })
    expect(post.status).toBe('partially_published')
    threads.postValues = () => ({ views: 7_000_000 })
    await runInsights(testApp, 6 * hourMs)
    expect((await read(post.id)).body.totals).toMatchObject({ views: 7_000_000 })
    const ranked = await testApp.call('GET', '/v1/insights/posts?metric=views&limit=1')
    expect(ranked.body.data[0]).toMatchObject({ post_id: post.id, value: 7_000_000 })
  })

  test('of a thread are the sums of its parts, which are listed with their own', async () => {
    const post = await publish({ thread: [{ text: 'Second' }, { text: 'Third' }] })
    const [first, second] = post.targets[0]!.parts.map((part) => part.platform_post_id)
    threads.postValues = (id) => {
      if (id === first) return { views: 8_000_000, likes: 4, quotes: null }
      return id === second ? { views: 500_000, likes: 0, quotes: 3 } : { likes: 2 }
    }
    await runInsights(testApp, 6 * hourMs)
    const query = '?metrics=views,likes,quotes,shares'
    const { body } = await read(post.id, query)
    const sums = { views: 8_500_000, likes: 6, quotes: 3, shares: null }
    expect(body.totals).toEqual(sums)
    expect(body.targets[0].metrics).toEqual(sums)
    expect(body.targets[0].parts).toEqual(
      [
        { number: 1, metrics: { views: 8_000_000, likes: 4, quotes: null, shares: null } },
        { number: 2, metrics: { views: 500_000, likes: 0, quotes: 3, shares: null } },
        { number: 3, metrics: { views: null, likes: 2, quotes: null, shares: null } },
      ].map((part) => ({ ...part, synced_at: expect.any(String) })),
    )
    const single = await publish()
    threads.postValues = (id) => ({ views: id === platformId(single) ? 8_200_000 : null })
    await runInsights(testApp, 6 * hourMs)
    const ranked = await testApp.call('GET', '/v1/insights/posts?metric=views&limit=2')
    expect(ranked.body.data).toMatchObject([
      { post_id: post.id, value: 8_500_000, metrics: { views: 8_500_000, likes: 6, quotes: 3 } },
      { post_id: single.id, value: 8_200_000 },
    ])
    const next = `/v1/insights/posts?metric=views&limit=2&cursor=${ranked.body.next_cursor}`
    expect((await testApp.call('GET', next)).body.data[0].value).toBeLessThan(8_200_000)
  })

  test('people who are counted once in each part have no total, and no place in a ranking', async () => {
    useMetrics(testApp, 'threads', {
      postMetrics: [
        { name: 'views', kind: 'sum' },
        { name: 'reach', kind: 'unique' },
      ],
      readPost: async () => ({ values: { views: 3, reach: 2_000 } }),
    })
    const thread = await publish({ thread: [{ text: 'Again' }] })
    const single = await publish()
    await runInsights(testApp, 6 * hourMs)
    const { targets, totals } = (await read(thread.id)).body
    expect(targets[0].metrics).toEqual({ views: 6, reach: null })
    expect(totals).toEqual({ views: 6, reach: null })
    expect(targets[0].parts[1].metrics).toEqual({ views: 3, reach: 2_000 })
    expect((await read(single.id)).body.totals).toEqual({ views: 3, reach: 2_000 })
    const ranked = await testApp.call('GET', '/v1/insights/posts?metric=reach')
    const ids = ranked.body.data.map((row: { post_id: string }) => row.post_id)
    expect(ids).toContain(single.id)
    expect(ids).not.toContain(thread.id)
  })

  test('a metric that no platform of the post has → invalid_metric', async () => {
    const post = await publish()
    for (const metrics of ['reach', 'clicks', 'followers_count', '', 'constructor']) {
      const { status, body } = await read(post.id, `?metrics=${metrics}`)
      expect([status, body.error.code]).toEqual([400, 'invalid_metric'])
    }
    expect((await read(post.id, '?from=2026-01-01')).body.error.code).toBe('validation_failed')
  })

  test('totals are sums over the targets; unique metrics have no sum', async () => {
    const instagram = useMetrics(testApp, 'instagram')
    const photo = { decision: 'allow' as const, person: 'anna', account: 'anna.bakes' }
    const other = await connectAccount(testApp, 'instagram', photo, account.profile_id)
    await makeInsightsDue(testApp, other.id)
    const post = await publish()
    await testApp.ctx.db.pool.query(
      `with target as (
         insert into post_target (id, owner_id, profile_id, post_id, account_id, platform, position,
           status, content_hash, published_at, created_at, updated_at)
         select $1, owner_id, profile_id, post_id, $2, 'instagram', 1, 'published',
           content_hash, published_at, created_at, updated_at
         from post_target where id = $3 returning id, account_id, published_at)
       insert into post_part (target_id, number, account_id, platform_post_id, published_at)
       select id, 1, account_id, '179', published_at from target`,
      [newId('target'), other.id, post.targets[0]!.id],
    )
    threads.postValues = () => ({ views: 5 })
    instagram.postValues = () => ({ views: 7, reach: 6, saves: 1 })
    await runInsights(testApp, 6 * hourMs)
    const { body } = await read(post.id)
    expect(body.totals).toMatchObject({ views: 12, reach: 6, saves: 1, quotes: null })
    expect(body.targets[0].metrics).not.toHaveProperty('reach')
    const selected = await read(post.id, '?metrics=reach,views')
    expect(selected.body.targets.map((target: { metrics: unknown }) => target.metrics)).toEqual([
      { reach: null, views: 5 },
      { reach: 6, views: 7 },
    ])
  })

  test('of a post in another profile → post_not_found', async () => {
    const post = await publish()
    const key = await buildKey(testApp, { profile_id: (await buildProfile(testApp)).id })
    const { status, body } = await read(post.id, '', { key })
    expect([status, body.error.code]).toEqual([404, 'post_not_found'])
    expect((await read('post_nothing')).status).toBe(404)
  })

  test('of a post on platforms without insights → insights_not_supported; of a draft → empty', async () => {
    removeMetrics(testApp, 'tiktok')
    const post = await publish()
    await testApp.ctx.db.pool.query(
      `update post_target set platform = 'tiktok' where post_id = $1`,
      [post.id],
    )
    expect((await read(post.id)).body.error.code).toBe('insights_not_supported')
    const draft = await testApp.call('POST', '/v1/posts', { text: 'idea' })
    expect((await read(draft.body.id)).body).toMatchObject({ targets: [], totals: {} })
  })
})

describe('the posts a cycle reads', () => {
  test('recent posts in every cycle, older posts rarely', async () => {
    const post = await publish()
    const setAgeDays = (days: number) =>
      testApp.ctx.db.pool.query('update post_part set published_at = $1 where target_id = $2', [
        new Date(testApp.clock.now().getTime() - days * dayMs),
        post.targets[0]!.id,
      ])
    const readsInTwoDays = async () => {
      threads.calls.length = 0
      await runInsights(testApp, 2 * dayMs)
      return countReads(post)
    }
    expect(await readsInTwoDays()).toBeGreaterThanOrEqual(8)
    await setAgeDays(10)
    expect([2, 3]).toContain(await readsInTwoDays())
    await setAgeDays(60)
    expect([0, 1]).toContain(await readsInTwoDays())
    await runInsights(testApp, 6 * dayMs)
    expect([1, 2]).toContain(countReads(post))
  })

  test('later parts of threads take at most half of the calls while first parts are due', async () => {
    const other = await buildAccount(testApp, { profile_id: account.profile_id })
    const at = testApp.clock.now()
    const publishParts = async (parts: number, posts: number) => {
      for (let each = 0; each < posts; each += 1) {
        const id = newId('target')
        await testApp.ctx.db.pool.query(
          `with made as (
             insert into post_target (id, owner_id, profile_id, post_id, account_id, platform,
               position, status, content_hash, created_at, updated_at)
             select $1, owner_id, profile_id, post_id, $2, platform, 1, 'published', content_hash,
               $4, $4
             from post_target limit 1 returning id)
           insert into post_part (target_id, number, account_id, platform_post_id, published_at)
           select id, number, $2, id || number, $4 from made, generate_series(1, $3::integer) number`,
          [id, other.id, parts, at],
        )
      }
    }
    const list = async () => {
      const due = await listDueParts(testApp.ctx.db.query, other.id, at)
      const later = due.filter(({ number }) => number > 1)
      return { due, first: due.length - later.length, later: later.length }
    }
    await publishParts(25, 8)
    expect(await list()).toMatchObject({ first: 8, later: 92 })
    await publishParts(1, 60)
    const { due, first, later } = await list()
    expect({ first, later }).toEqual({ first: 50, later: 50 })
    // A run that ends early has read both too.
    expect(due.slice(0, 10).filter(({ number }) => number > 1)).toHaveLength(5)
    const read = { views: 1 }
    for (const part of due) {
      await testApp.ctx.db.transact((tx) => storePart(tx, part, read, at))
    }
    expect(await list()).toMatchObject({ first: 18, later: 82 })
  })

  test('a deleted post keeps its last metrics and does not block others', async () => {
    const [deleted, other] = [await publish(), await publish()]
    threads.postValues = () => ({ views: 50 })
    await runInsights(testApp, 6 * hourMs)
    const before = (await read(deleted.id)).body
    threads.postValues = (id) => ({ views: id === platformId(other) ? 60 : 0 })
    threads.beforeCall = () => {
      const { post } = threads.calls.at(-1)!
      if (post === platformId(deleted)) throw new PlatformError('rejected')
    }
    await runInsights(testApp, 6 * hourMs)
    expect((await read(deleted.id)).body).toEqual(before)
    expect((await read(other.id)).body.totals.views).toBe(60)
  })

  test('account and post metrics with separate permissions are read independently', async () => {
    const post = await publish()
    const fixture = useMetrics(testApp, 'threads', { postPermission: 'video.list' })
    fixture.postValues = () => ({ views: 11 })
    fixture.beforeCall = (kind) => {
      if (kind === 'post') throw new PlatformError('permission_missing')
    }
    await runInsights(testApp, 6 * hourMs)
    expect((await read(post.id)).body.targets[0].missing_permission).toBe('video.list')
    const path = `/v1/accounts/${account.id}/insights`
    expect((await testApp.call('GET', path)).body.missing_permission).toBeNull()

    fixture.beforeCall = () => {}
    // The daily access check would update the permissions.
    await testApp.ctx.db.pool.query(`delete from account_poll where kind = 'access'`)
    const setMissingPermissions = (permissions: string) =>
      testApp.ctx.db.pool.query('update account set permissions_missing = $1 where id = $2', [
        permissions,
        account.id,
      ])
    await setMissingPermissions('{threads_manage_insights}')
    fixture.calls.length = 0
    await runInsights(testApp, 6 * hourMs)
    expect(fixture.calls.every(({ days }) => days.length === 0)).toBe(true)
    const { body } = await read(post.id)
    expect(body.targets[0]).toMatchObject({ metrics: { views: 11 }, missing_permission: null })
    expect((await testApp.call('GET', path)).body.missing_permission).toBe(
      'threads_manage_insights',
    )
    await setMissingPermissions('{}')
  })

  test('after a failure, posts that were already read are not read again', async () => {
    const posts = [await publish(), await publish(), await publish()]
    let calls = 0
    threads.beforeCall = (kind) => {
      if (kind === 'post' && ++calls === 3) throw new PlatformError('unavailable')
    }
    await runInsights(testApp, 6 * hourMs)
    expect(posts.map(countReads).reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(3)
    const all = threads.calls.filter(({ post }) => post !== null)
    const firstCycle = all.slice(0, new Set(all.map(({ post }) => post)).size + 1)
    expect(new Set(firstCycle.map(({ post }) => post)).size).toBe(firstCycle.length - 1)
  })
})
