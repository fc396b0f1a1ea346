import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  failureOf,
  type InboxWorld,
  type Member,
  openInboxWorld,
} from '../../test/platforms/inbox-world.ts'
import type { PlatformValue } from '../core/networks.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
const today = '2026-11-21'
const daily: PlatformValue[] = ['threads', 'instagram', 'facebook']
const all: PlatformValue[] = [...daily, 'tiktok']
let world: InboxWorld

beforeAll(async () => {
  world = await openInboxWorld(start)
})
afterAll(() => world.close())
beforeEach(() => world.reset())

test('the metrics are those of the specification, in its order', () => {
  const names = (value: PlatformValue) => {
    const { accountMetrics, postMetrics } = world.platforms.get(value)!.insights!
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
  test('each metric of each day stands on its day, 0 is 0 and a gap is a gap', async () => {
    const member = await world.connect(value)
    await world.post(member, { text: 'see https://shop.example/bread' })
    const days = ['2026-11-17', '2026-11-18', '2026-11-19']
    const names = metricNames(member)
    for (const [place, name] of names.entries()) {
      await figure(member, name, '2026-11-17', 100 + place)
      await figure(member, name, '2026-11-18', null)
      await figure(member, name, '2026-11-19', 0)
    }
    const values = await readDays(member, days)
    for (const [place, name] of names.entries()) {
      expect(values.filter(({ metric }) => metric === name)).toEqual([
        { day: '2026-11-17', metric: name, value: 100 + place },
        { day: '2026-11-19', metric: name, value: 0 },
      ])
    }
  })

  test('days beside the change of the clocks stay apart', async () => {
    const member = await world.connect(value)
    const days = ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03']
    for (const [place, day] of days.entries()) {
      for (const name of metricNames(member)) await figure(member, name, day, place + 1)
    }
    const values = await readDays(member, days)
    const views = values.filter(({ metric }) => metric === 'views')
    expect(views).toEqual(days.map((day, place) => ({ day, metric: 'views', value: place + 1 })))
    const other = value === 'threads' ? 'likes' : 'total_interactions'
    const interactions = values.filter(({ metric }) => metric === other)
    expect(interactions.map((each) => each.value)).toEqual([1, 2, 3, 4, 5])
  })

  test.runIf(value === 'instagram')('followers are read in the documented shape too', async () => {
    await world.control('PUT', '/settings', { instagram_exchange_shape: 'documented' })
    const { acting, platform } = await world.connect(value)
    const values = await platform.insights!.readDays({ ...acting, days: [], today })
    expect(values).toMatchObject([{ metric: 'followers_count', value: expect.any(Number) }])
  })

  test('followers are a level of today, whatever days are asked for', async () => {
    const member = await world.connect(value)
    const path = `/accounts/${member.account.platformAccountId}`
    await world.control('PATCH', path, { followers: 4_321 })
    const values = await readDays(member, ['2026-10-01'])
    expect(values.filter(({ metric }) => metric === 'followers_count')).toEqual([
      { day: today, metric: 'followers_count', value: 4_321 },
    ])
  })

  test('the day that runs is read, one that has not begun there is not', async () => {
    const member = await world.connect(value)
    for (const name of metricNames(member)) await figure(member, name, today, 7)
    const views = (await readDays(member, [today])).filter(({ metric }) => metric === 'views')
    expect(views).toEqual([{ day: today, metric: 'views', value: 7 }])
    world.advance(-6)
    const early = await readDays(member, [today])
    expect(early.map(({ metric }) => metric)).toEqual(['followers_count'])
  })

  test('the longest piece is read with as many calls as documented', async () => {
    const member = await world.connect(value)
    const { daysPerCall } = member.platform.insights!
    const last = Date.parse(`${today}T00:00:00Z`)
    const days = Array.from({ length: daysPerCall }, (_, place) =>
      new Date(last - (daysPerCall - 1 - place) * 86_400_000).toISOString().slice(0, 10),
    )
    await world.control('DELETE', '/calls')
    const values = await readDays(member, days)
    const calls = { threads: daysPerCall + 1, instagram: daysPerCall + 2, facebook: 2 }
    expect(await world.calls()).toHaveLength(calls[value as keyof typeof calls])
    for (const { day } of values) expect(days).toContain(day)
  })

  test('the figures of a post are read, also of one made elsewhere', async () => {
    const member = await world.connect(value)
    const post = await world.post(member, { hours_ago: 3 })
    const numbers = { views: 50, reach: 40, likes: 5, reposts: 2, quotes: 1, shares: 3, clicks: 8 }
    const more = { saved: 4, total_interactions: 13, comments: 6, replies: 6 }
    await world.control('PUT', `/posts/${post}/numbers`, { ...numbers, ...more })
    const { values } = await readPost(member, post)
    const expected: Record<string, number> = { ...numbers, ...more, saves: 4 }
    const names = member.platform.insights!.postMetrics.map(({ name }) => name)
    for (const name of names.filter((each) => each !== 'comments' || value === 'instagram')) {
      expect([name, values[name]]).toEqual([name, expected[name]])
    }
    expect(new Set(Object.keys(values))).toEqual(new Set(names))
  })

  test('a post that is gone is rejected', async () => {
    const member = await world.connect(value)
    const post = await world.post(member)
    await world.control('DELETE', `/posts/${post}`)
    expect((await failureOf(member, readPost(member, post))).kind).toBe('rejected')
  })
})

describe.each(all)('%s', (value) => {
  test('without the permission it is permission_missing, for days and for posts', async () => {
    const { permission, postPermission } = world.platforms.get(value)!.insights!
    const member = await world.connect(value, permission)
    expect((await failureOf(member, readDays(member, [today]))).kind).toBe('permission_missing')
    await world.reset()
    const other = await world.connect(value, postPermission ?? permission)
    const post = await world.post(other)
    expect((await failureOf(other, readPost(other, post))).kind).toBe('permission_missing')
  })

  test.each([
    ['rate_limited', 'rate_limited'],
    ['http_500', 'unavailable'],
    ['connection_reset', 'unavailable'],
  ])('the fault %s is %s', async (kind, expected) => {
    const member = await world.connect(value)
    await world.fail(value, '*', kind)
    expect((await failureOf(member, readDays(member, [today]))).kind).toBe(expected)
  })
})

describe('instagram', () => {
  test('days that are not kept any more are not asked for', async () => {
    const member = await world.connect('instagram')
    await world.control('DELETE', '/calls')
    await readDays(member, ['2026-08-20', '2026-08-21'])
    expect((await world.calls()).map(({ name }) => name)).toEqual(['node'])
  })

  test('a story that hardly anybody saw has no figures', async () => {
    const member = await world.connect('instagram')
    const story = await world.post(member, { product_type: 'STORY' })
    await world.control('PUT', `/posts/${story}/numbers`, { reach: 4 })
    const { values } = await readPost(member, story)
    expect(Object.values(values)).toEqual(Array(7).fill(null))
  })

  test('a story has the figures that stories have', async () => {
    const member = await world.connect('instagram')
    const story = await world.post(member, { product_type: 'STORY' })
    const numbers = { reach: 40, views: 50, shares: 2, total_interactions: 3 }
    await world.control('PUT', `/posts/${story}/numbers`, numbers)
    const { values } = await readPost(member, story)
    expect(values).toEqual({ ...numbers, likes: null, comments: null, saves: null })
  })

  test('a media older than the professional account has no figures', async () => {
    const member = await world.connect('instagram')
    const media = await world.post(member, { hours_ago: 20 * 365 * 24 })
    const { values } = await readPost(member, media)
    expect(Object.values(values)).toEqual(Array(7).fill(null))
  })
})

test('a repost on Threads has no figures', async () => {
  const member = await world.connect('threads')
  const repost = await world.post(member, { media_type: 'REPOST_FACADE' })
  const { values } = await readPost(member, repost)
  expect(Object.values(values)).toEqual(Array(6).fill(null))
})

test('clicks on Threads without any link are no data', async () => {
  const member = await world.connect('threads')
  await figure(member, 'clicks', '2026-11-18', 9)
  const values = await readDays(member, ['2026-11-18'])
  expect(values.map(({ metric }) => metric)).not.toContain('clicks')
})

test('figures of Facebook that come in parts are added up', async () => {
  const member = await world.connect('facebook')
  await world.control('PUT', '/settings', { facebook_object_values: true })
  await figure(member, 'views', '2026-11-18', 12)
  const values = await readDays(member, ['2026-11-18'])
  expect(values).toContainEqual({ day: '2026-11-18', metric: 'views', value: 12 })
})

describe('tiktok', () => {
  test('the totals of an account are levels of today', async () => {
    const member = await world.connect('tiktok')
    await world.post(member)
    const values = await readDays(member, ['2026-11-19', '2026-11-20', today])
    expect(values.map(({ metric }) => metric)).toEqual(
      member.platform.insights!.accountMetrics.map(({ name }) => name),
    )
    for (const { day } of values) expect(day).toBe(today)
    expect(values.at(-1)).toMatchObject({ metric: 'posts', value: 1 })
  })

  test('the figures of a public post are read; of another there are none', async () => {
    const member = await world.connect('tiktok')
    const post = await world.post(member)
    const numbers = { views: 10, likes: 1, comments: 0, shares: 0 }
    await world.control('PUT', `/posts/${post}/numbers`, numbers)
    expect((await readPost(member, post)).values).toEqual(numbers)
    const none = { views: null, likes: null, comments: null, shares: null }
    expect((await readPost(member, '7404040404040404040')).values).toEqual(none)
    expect((await readPost(member, 'v_pub_file~v2-1.123')).values).toEqual(none)
  })
})

function metricNames({ platform }: Member): string[] {
  return platform
    .insights!.accountMetrics.filter(({ kind }) => kind !== 'level')
    .map(({ name }) => name)
}

function figure(member: Member, metric: string, day: string, value: number | null) {
  const account = member.account.platformAccountId
  return world.control('PUT', '/figures', { account, metric, day, value })
}

function readDays(member: Member, days: string[]) {
  return member.platform.insights!.readDays({ ...member.acting, days, today })
}

function readPost(member: Member, platformPostId: string) {
  return member.platform.insights!.readPost({ ...member.acting, platformPostId })
}
