import { describe, expect, test } from 'vitest'
import { scriptedSetup } from '../../test/platforms/scripted.ts'
import type { InsightsAbility } from './insights.ts'
import { createInstagram } from './instagram/index.ts'
import { dailyValues, graphInsights, metricTotal } from './meta/graph-insights.ts'
import { endOfMetaDay, metaDayEndingAt, metaDayRange, startOfMetaDay } from './meta/meta-days.ts'
import type { PlatformRequest, PlatformSetup } from './platform.ts'
import { createThreads } from './threads/index.ts'
import { createTiktok } from './tiktok/index.ts'

const tokens = {
  access: 'the-access-token',
  refresh: null,
  accessExpiresAt: null,
  refreshExpiresAt: null,
  issuedAt: '2026-11-20T09:00:00.000Z',
}
const acting = { tokens, account: { platformAccountId: '1', username: 'anna' } }
const refused = { error: { code: 100, message: '(#100) metric not supported' } }

test.each([
  ['2024-04-13', 1712991600],
  ['2026-07-02', Date.parse('2026-07-02T07:00:00Z') / 1_000],
  ['2026-11-01', Date.parse('2026-11-01T07:00:00Z') / 1_000],
  ['2026-11-02', Date.parse('2026-11-02T08:00:00Z') / 1_000],
  ['2026-03-08', Date.parse('2026-03-08T08:00:00Z') / 1_000],
  ['2026-03-09', Date.parse('2026-03-09T07:00:00Z') / 1_000],
])('%s begins at midnight in Los Angeles', (day, unix) => {
  expect(startOfMetaDay(day).getTime()).toBe(unix * 1_000)
  expect(metaDayEndingAt(endOfMetaDay(day))).toBe(day)
})

test('a window is from the beginning of its first to the end of its last day', () => {
  expect(metaDayRange(['2026-10-31', '2026-11-01'])).toEqual({
    since: `${Date.parse('2026-10-31T07:00:00Z') / 1_000}`,
    until: `${Date.parse('2026-11-02T08:00:00Z') / 1_000}`,
  })
  expect(metaDayRange([])).toEqual({})
})

test('the documented answer of Threads, gaps included (threads.md §5.2)', () => {
  const { data } = graphInsights.parse({
    data: [
      {
        name: 'views',
        period: 'day',
        values: [
          { value: 10, end_time: '2024-07-12T08:00:00+0000' },
          { value: 20, end_time: '2024-07-15T08:00:00+0000' },
        ],
      },
      { name: 'likes', period: 'day', total_value: { value: 100 } },
      { name: 'clicks', link_total_values: [{ value: 5, link_url: 'a' }, { value: 2 }] },
      { name: 'clicks' },
      { name: 'clicks', link_total_values: [] },
      { name: 'followers_count', total_value: { value: 0 } },
    ],
  })
  const days = ['2024-07-11', '2024-07-12', '2024-07-13', '2024-07-14', '2024-07-15']
  expect(dailyValues(data[0]!, 'views', days)).toEqual([
    { day: '2024-07-12', metric: 'views', value: 10 },
    { day: '2024-07-15', metric: 'views', value: 20 },
  ])
  expect(data.slice(1).map(metricTotal)).toEqual([100, 7, null, null, 0])
})

describe('one metric that is refused', () => {
  test('takes no other with it', async () => {
    const { asked, setup } = scriptedMetrics((metrics) => !metrics.includes('followers_count'))
    const insights = createThreads(setup).insights!
    const values = await insights
      .readDays({ ...acting, days: [], today: '2026-11-21' })
      .catch((err: unknown) => err)
    expect(values).toMatchObject({ kind: 'rejected' })
    const day = { ...acting, days: ['2026-11-20'], today: '2026-11-21' }
    const metrics = (await insights.readDays(day)).map(({ metric }) => metric)
    expect(metrics).toEqual(['views', 'likes', 'replies', 'reposts', 'quotes', 'clicks'])
    expect(asked.at(-1)?.url.searchParams.get('metric')).toBe('likes,replies,reposts,quotes,clicks')
  })

  test('nor does the daily reach of Instagram, unless nothing else is told', async () => {
    const read = (isTold: (metric: string) => boolean) => {
      const { setup } = scriptedMetrics((metrics) => metrics.every(isTold))
      const days = ['2026-11-20']
      return createInstagram(setup).insights!.readDays({ ...acting, days, today: '2026-11-21' })
    }
    const metrics = (await read((metric) => metric !== 'reach')).map(({ metric }) => metric)
    expect(metrics).toContain('views')
    expect(metrics).not.toContain('reach')
    await expect(read(() => false)).rejects.toMatchObject({ kind: 'rejected' })
  })

  test('leaves its place in a post empty', async () => {
    const { setup } = scriptedMetrics((metrics) => !metrics.includes('shares'))
    const { values } = await createThreads(setup).insights!.readPost(post)
    expect(values).toMatchObject({ views: 3, likes: 3, shares: null })
  })

  test('and views are asked for once more with their type', async () => {
    const { setup } = scriptedMetrics((metrics, request) => {
      const { searchParams } = request.url
      if (metrics.length > 1) return false
      return metrics[0] !== 'views' || searchParams.get('metric_type') === 'total_value'
    })
    const { values } = await createInstagram(setup).insights!.readPost(post)
    expect(Object.values(values)).toEqual(Array(7).fill(3))
  })
})

test('days before there were figures on Threads are not asked for', async () => {
  const { asked, setup } = scriptedMetrics(() => true)
  const days = ['2024-04-12', '2024-04-13']
  const insights = createThreads(setup).insights!
  await insights.readDays({ ...acting, days, today: '2026-11-21' })
  expect(asked.map(({ url }) => url.searchParams.get('since'))).toEqual([
    '1712991600',
    '1712991600',
  ])
})

test('code 10 on a media is a missing permission where the account refuses as well', async () => {
  const denied = { status: 400, text: JSON.stringify({ error: { code: 10, message: '(#10)' } }) }
  const story = 'GET /v25.0/5/insights'
  const account = 'GET /v25.0/me/insights'
  const readPost = (script: Parameters<typeof scriptedSetup>[0]) =>
    createInstagram(scriptedSetup(script).setup).insights!.readPost(post)
  await expect(readPost({ [story]: denied, [account]: denied })).rejects.toMatchObject({
    kind: 'permission_missing',
  })
  const { values } = await readPost({ [story]: denied, [account]: '{"data":[]}' })
  expect(Object.values(values)).toEqual(Array(7).fill(null))
})

test('ids of TikTok keep their digits, and counts that are missing are null', async () => {
  const id = '7404040404040404041'
  const body = `{"data":{"videos":[{"id":${id},"view_count":10,"like_count":0}]},"error":{"code":"ok"}}`
  const { setup } = scriptedSetup({ 'POST /v2/video/query/': body })
  const insights: InsightsAbility = createTiktok(setup).insights!
  const { values } = await insights.readPost({ ...acting, platformPostId: id })
  expect(values).toEqual({ views: 10, likes: 0, comments: null, shares: null })
})

const post = { ...acting, platformPostId: '5' }

/** A Graph host that gives every metric the value 3, or refuses the whole call. */
function scriptedMetrics(
  allows: (metrics: readonly string[], request: PlatformRequest) => boolean,
): { asked: PlatformRequest[]; setup: PlatformSetup } {
  const { setup, asked } = scriptedSetup({})
  const call: PlatformSetup['call'] = async (request) => {
    asked.push(request)
    const metrics = (request.url.searchParams.get('metric') ?? '').split(',')
    if (!allows(metrics, request)) {
      return { status: 400, headers: {}, text: JSON.stringify(refused) }
    }
    const until = new Date(Number(request.url.searchParams.get('until')) * 1_000)
    const data = metrics.map((name) => ({
      name,
      ...(name === 'views'
        ? { values: [{ value: 3, end_time: until.toISOString() }] }
        : { total_value: { value: 3 } }),
    }))
    return { status: 200, headers: {}, text: JSON.stringify({ data }) }
  }
  return { setup: { ...setup, call }, asked }
}
