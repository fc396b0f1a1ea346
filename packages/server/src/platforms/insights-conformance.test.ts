import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type ConnectedAccount,
  failureOf,
  type InboxFixture,
  openInboxFixture,
} from '../../test/platforms/inbox-fixture.ts'
import type { PlatformValue } from '../core/networks.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
const today = '2026-11-21'
const daily: PlatformValue[] = ['threads', 'instagram', 'facebook']
const all: PlatformValue[] = [...daily, 'tiktok', 'youtube']
let fixture: InboxFixture

beforeAll(async () => {
  fixture = await openInboxFixture(start)
})
afterAll(() => fixture.close())
beforeEach(() => fixture.reset())

test('the metrics are those of the contract, in order', () => {
  const names = (value: PlatformValue) => {
    const { accountMetrics, postMetrics } = fixture.platforms.get(value)!.insights!
    const namesOf = (metrics: readonly { name: string }[]) =>
      metrics.map(({ name }) => name).join(', ')
    return [namesOf(accountMetrics), namesOf(postMetrics)]
  }
  expect(names('threads')).toEqual([
    'followers_count, views, likes, replies, reposts, quotes, clicks',
    'views, likes, replies, reposts, quotes, shares',
  ])
  expect(names('instagram')).toEqual([
    'followers_count, views, reach, accounts_engaged, total_interactions, likes, comments, saves, shares',
    'views, reach, likes, comments, saves, shares, total_interactions',
  ])
})

describe.each(daily)('%s', (value) => {
  test('each metric has its day, 0 stays 0 and missing days are omitted', async () => {
    const connected = await fixture.connect(value)
    await fixture.post(connected, { text: 'see https://shop.example/bread' })
    const days = ['2026-11-17', '2026-11-18', '2026-11-19']
    const names = metricNames(connected)
    for (const [index, name] of names.entries()) {
      await setMetric(connected, name, '2026-11-17', 100 + index)
      await setMetric(connected, name, '2026-11-18', null)
      await setMetric(connected, name, '2026-11-19', 0)
    }
    const values = await readDays(connected, days)
    for (const [index, name] of names.entries()) {
      expect(values.filter(({ metric }) => metric === name)).toEqual([
        { day: '2026-11-17', metric: name, value: 100 + index },
        { day: '2026-11-19', metric: name, value: 0 },
      ])
    }
  })

  test('days around a clock change are separate', async () => {
    const connected = await fixture.connect(value)
    const days = ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03']
    for (const [index, day] of days.entries()) {
      for (const name of metricNames(connected)) await setMetric(connected, name, day, index + 1)
    }
    const values = await readDays(connected, days)
    const views = values.filter(({ metric }) => metric === 'views')
    expect(views).toEqual(days.map((day, index) => ({ day, metric: 'views', value: index + 1 })))
    const other = value === 'threads' ? 'likes' : 'total_interactions'
    const interactions = values.filter(({ metric }) => metric === other)
    expect(interactions.map((each) => each.value)).toEqual([1, 2, 3, 4, 5])
  })

  test.runIf(value === 'instagram')('followers are read in the documented shape', async () => {
    await fixture.control('PUT', '/settings', { instagram_exchange_shape: 'documented' })
    const { credentials, platform } = await fixture.connect(value)
    const values = await platform.insights!.readDays({ ...credentials, days: [], today })
    expect(values).toMatchObject([{ metric: 'followers_count', value: expect.any(Number) }])
  })

  test('the current followers are dated today; Facebook also has those of earlier days', async () => {
    const connected = await fixture.connect(value)
    await setMetric(connected, 'followers', '2026-10-01', 4_000)
    const path = `/accounts/${connected.account.platformAccountId}`
    await fixture.control('PATCH', path, { followers: 4_321 })
    const values = await readDays(connected, ['2026-10-01'])
    const earlier = { day: '2026-10-01', metric: 'followers_count', value: 4_000 }
    expect(values.filter(({ metric }) => metric === 'followers_count')).toEqual([
      ...(value === 'facebook' ? [earlier] : []),
      { day: today, metric: 'followers_count', value: 4_321 },
    ])
  })

  test('the current day is read, a future day in Los Angeles is not', async () => {
    const connected = await fixture.connect(value)
    for (const name of metricNames(connected)) await setMetric(connected, name, today, 7)
    const views = (await readDays(connected, [today])).filter(({ metric }) => metric === 'views')
    expect(views).toEqual([{ day: today, metric: 'views', value: 7 }])
    fixture.advance(-6)
    const early = await readDays(connected, [today])
    expect(early.map(({ metric }) => metric)).toEqual(['followers_count'])
  })

  test('daysPerCall days need the documented number of calls', async () => {
    const connected = await fixture.connect(value)
    const { daysPerCall } = connected.platform.insights!
    const last = Date.parse(`${today}T00:00:00Z`)
    const days = Array.from({ length: daysPerCall }, (_, index) =>
      new Date(last - (daysPerCall - 1 - index) * 86_400_000).toISOString().slice(0, 10),
    )
    await fixture.control('DELETE', '/calls')
    const values = await readDays(connected, days)
    const calls = { threads: daysPerCall + 1, instagram: daysPerCall + 2, facebook: 2 }
    expect(await fixture.calls()).toHaveLength(calls[value as keyof typeof calls])
    for (const { day } of values) expect(days).toContain(day)
  })

  test('metrics of a post published elsewhere are read', async () => {
    const connected = await fixture.connect(value)
    const post = await fixture.post(connected, { hours_ago: 3 })
    const numbers = { views: 50, reach: 40, likes: 5, reposts: 2, quotes: 1, shares: 3, clicks: 8 }
    const more = { saved: 4, total_interactions: 13, comments: 6, replies: 6 }
    await fixture.control('PUT', `/posts/${post}/numbers`, { ...numbers, ...more })
    const { values } = await readPost(connected, post)
    const expected: Record<string, number> = { ...numbers, ...more, saves: 4 }
    const names = connected.platform.insights!.postMetrics.map(({ name }) => name)
    for (const name of names.filter((each) => each !== 'comments' || value === 'instagram')) {
      expect([name, values[name]]).toEqual([name, expected[name]])
    }
    expect(new Set(Object.keys(values))).toEqual(new Set(names))
  })

  test('a deleted post is rejected', async () => {
    const connected = await fixture.connect(value)
    const post = await fixture.post(connected)
    await fixture.control('DELETE', `/posts/${post}`)
    expect((await failureOf(connected, readPost(connected, post))).kind).toBe('rejected')
  })
})

describe.each(all)('%s', (value) => {
  test('days and posts without the permission throw permission_missing', async () => {
    const { permission, postPermission } = fixture.platforms.get(value)!.insights!
    const connected = await fixture.connect(value, permission)
    expect((await failureOf(connected, readDays(connected, [today]))).kind).toBe(
      'permission_missing',
    )
    // Reading a video needs what every login grants.
    if (value === 'youtube') return
    await fixture.reset()
    const other = await fixture.connect(value, postPermission ?? permission)
    const post = await fixture.post(other)
    expect((await failureOf(other, readPost(other, post))).kind).toBe('permission_missing')
  })

  test.each([
    ['rate_limited', 'rate_limited'],
    ['http_500', 'unavailable'],
    ['connection_reset', 'unavailable'],
  ])('the fault %s throws %s', async (kind, expected) => {
    const connected = await fixture.connect(value)
    await fixture.fail(value, '*', kind)
    expect((await failureOf(connected, readDays(connected, [today]))).kind).toBe(expected)
  })
})

describe('instagram', () => {
  test('days past the retention are not requested', async () => {
    const connected = await fixture.connect('instagram')
    await fixture.control('DELETE', '/calls')
    await readDays(connected, ['2026-08-20', '2026-08-21'])
    expect((await fixture.calls()).map(({ name }) => name)).toEqual(['node'])
  })

  test('a story with fewer than five viewers has no metrics', async () => {
    const connected = await fixture.connect('instagram')
    const story = await fixture.post(connected, { product_type: 'STORY' })
    await fixture.control('PUT', `/posts/${story}/numbers`, { reach: 4 })
    const { values } = await readPost(connected, story)
    expect(Object.values(values)).toEqual(Array(7).fill(null))
  })

  test('a story has the metrics of stories', async () => {
    const connected = await fixture.connect('instagram')
    const story = await fixture.post(connected, { product_type: 'STORY' })
    const numbers = { reach: 40, views: 50, shares: 2, total_interactions: 3 }
    await fixture.control('PUT', `/posts/${story}/numbers`, numbers)
    const { values } = await readPost(connected, story)
    expect(values).toEqual({ ...numbers, likes: null, comments: null, saves: null })
  })

  test('media older than the professional account have no metrics', async () => {
    const connected = await fixture.connect('instagram')
    const media = await fixture.post(connected, { hours_ago: 20 * 365 * 24 })
    const { values } = await readPost(connected, media)
    expect(Object.values(values)).toEqual(Array(7).fill(null))
  })
})

test('a repost on Threads has no metrics', async () => {
  const connected = await fixture.connect('threads')
  const repost = await fixture.post(connected, { media_type: 'REPOST_FACADE' })
  const { values } = await readPost(connected, repost)
  expect(Object.values(values)).toEqual(Array(6).fill(null))
})

test('Threads clicks without links are omitted', async () => {
  const connected = await fixture.connect('threads')
  await setMetric(connected, 'clicks', '2026-11-18', 9)
  const values = await readDays(connected, ['2026-11-18'])
  expect(values.map(({ metric }) => metric)).not.toContain('clicks')
})

test('Facebook metrics sent in parts are added', async () => {
  const connected = await fixture.connect('facebook')
  await fixture.control('PUT', '/settings', { facebook_object_values: true })
  await setMetric(connected, 'views', '2026-11-18', 12)
  const values = await readDays(connected, ['2026-11-18'])
  expect(values).toContainEqual({ day: '2026-11-18', metric: 'views', value: 12 })
})

describe('tiktok', () => {
  test('account totals are levels dated today', async () => {
    const connected = await fixture.connect('tiktok')
    await fixture.post(connected)
    const values = await readDays(connected, ['2026-11-19', '2026-11-20', today])
    expect(values.map(({ metric }) => metric)).toEqual(
      connected.platform.insights!.accountMetrics.map(({ name }) => name),
    )
    for (const { day } of values) expect(day).toBe(today)
    expect(values.at(-1)).toMatchObject({ metric: 'posts', value: 1 })
  })

  test('a public post has metrics, other posts have none', async () => {
    const connected = await fixture.connect('tiktok')
    const post = await fixture.post(connected)
    const numbers = { views: 10, likes: 1, comments: 0, shares: 0 }
    await fixture.control('PUT', `/posts/${post}/numbers`, numbers)
    expect((await readPost(connected, post)).values).toEqual(numbers)
    const none = { views: null, likes: null, comments: null, shares: null }
    expect((await readPost(connected, '7404040404040404040')).values).toEqual(none)
    expect((await readPost(connected, 'v_pub_file~v2-1.123')).values).toEqual(none)
  })
})

describe('youtube', () => {
  const sums = (values: { day: string; metric: string; value: number }[], metric: string) =>
    values.filter((each) => each.metric === metric)

  test('a day without activity before the last one with data is 0, a later one is missing', async () => {
    const connected = await fixture.connect('youtube')
    const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
    for (const name of metricNames(connected)) {
      await setMetric(connected, name, '2026-11-16', 12)
      await setMetric(connected, name, '2026-11-17', null)
      await setMetric(connected, name, '2026-11-18', 0)
      await setMetric(connected, name, '2026-11-19', null)
      await setMetric(connected, name, '2026-11-20', 9)
    }
    const values = await readDays(connected, days)
    for (const name of metricNames(connected)) {
      expect(sums(values, name)).toEqual([
        { day: '2026-11-16', metric: name, value: 12 },
        { day: '2026-11-17', metric: name, value: 0 },
        { day: '2026-11-18', metric: name, value: 0 },
      ])
    }
  })

  test('180 days need one report, and the current counts one call', async () => {
    const connected = await fixture.connect('youtube')
    const { daysPerCall } = connected.platform.insights!
    const last = Date.parse(`${today}T00:00:00Z`)
    const days = Array.from({ length: daysPerCall }, (_, index) =>
      new Date(last - (daysPerCall - 1 - index) * 86_400_000).toISOString().slice(0, 10),
    )
    await fixture.control('DELETE', '/calls')
    const values = await readDays(connected, days)
    expect((await fixture.calls()).map(({ name }) => name).sort()).toEqual(['channels', 'report'])
    expect(sums(values, 'followers_count')).toMatchObject([{ day: today, value: 8_910 }])
  })

  test('a hidden number of subscribers is missing', async () => {
    const connected = await fixture.connect('youtube')
    const path = `/accounts/${connected.account.platformAccountId}`
    await fixture.control('PATCH', path, { facts: { hidden_subscribers: 'yes' } })
    const values = await readDays(connected, [today])
    expect(values.map(({ metric }) => metric)).toEqual(['posts'])
  })

  test('reports need the permission to see the channel, too', async () => {
    const readScope = 'https://www.googleapis.com/auth/youtube.readonly'
    const connected = await fixture.connect('youtube', readScope)
    const err = await failureOf(connected, readDays(connected, [today]))
    expect(err.kind).toBe('permission_missing')
  })

  test('counts of a video are read, those switched off are null, a deleted one is rejected', async () => {
    const connected = await fixture.connect('youtube')
    const post = await fixture.post(connected, { facts: { made_for_kids: 'true' } })
    await fixture.control('PUT', `/posts/${post}/numbers`, { views: 10, likes: 0 })
    const { values } = await readPost(connected, post)
    expect(values).toEqual({ views: 10, likes: 0, comments: null })
    await fixture.control('DELETE', `/posts/${post}`)
    expect((await failureOf(connected, readPost(connected, post))).kind).toBe('rejected')
  })
})

function metricNames({ platform }: ConnectedAccount): string[] {
  return platform
    .insights!.accountMetrics.filter(({ kind }) => kind !== 'level')
    .map(({ name }) => name)
}

function setMetric(connected: ConnectedAccount, metric: string, day: string, value: number | null) {
  const account = connected.account.platformAccountId
  return fixture.control('PUT', '/metric-values', { account, metric, day, value })
}

function readDays(connected: ConnectedAccount, days: string[]) {
  return connected.platform.insights!.readDays({ ...connected.credentials, days, today })
}

function readPost(connected: ConnectedAccount, platformPostId: string) {
  return connected.platform.insights!.readPost({ ...connected.credentials, platformPostId })
}
