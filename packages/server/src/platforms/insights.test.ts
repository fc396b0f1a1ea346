import { describe, expect, test } from 'vitest'
import { scriptedSetup } from '../../test/platforms/scripted.ts'
import type { InsightsAbility } from './contract/insights.ts'
import type { PlatformRequest, PlatformSetup } from './contract/platform.ts'
import { createInstagram } from './instagram/index.ts'
import { dailyValues, graphInsights, metricTotal } from './meta/graph-insights.ts'
import { endOfMetaDay, metaDayEndingAt, metaDayRange } from './meta/meta-days.ts'
import { createThreads } from './threads/index.ts'
import { createTiktok } from './tiktok/index.ts'
import { startOfPacificDay } from './wire/pacific-day.ts'

const tokens = {
  access: 'the-access-token',
  refresh: null,
  accessExpiresAt: null,
  refreshExpiresAt: null,
  issuedAt: '2026-11-20T09:00:00.000Z',
}
const credentials = { tokens, account: { platformAccountId: '1', username: 'anna' } }
const refused = { error: { code: 100, message: '(#100) metric not supported' } }

test.each([
  ['2024-04-13', 1712991600],
  ['2026-07-02', Date.parse('2026-07-02T07:00:00Z') / 1_000],
  ['2026-11-01', Date.parse('2026-11-01T07:00:00Z') / 1_000],
  ['2026-11-02', Date.parse('2026-11-02T08:00:00Z') / 1_000],
  ['2026-03-08', Date.parse('2026-03-08T08:00:00Z') / 1_000],
  ['2026-03-09', Date.parse('2026-03-09T07:00:00Z') / 1_000],
])('%s starts at midnight in Los Angeles', (day, unix) => {
  expect(startOfPacificDay(day).getTime()).toBe(unix * 1_000)
  expect(metaDayEndingAt(endOfMetaDay(day))).toBe(day)
})

test('a range is from the start of the first to the end of the last day', () => {
  expect(metaDayRange(['2026-10-31', '2026-11-01'])).toEqual({
    since: `${Date.parse('2026-10-31T07:00:00Z') / 1_000}`,
    until: `${Date.parse('2026-11-02T08:00:00Z') / 1_000}`,
  })
  expect(metaDayRange([])).toEqual({})
})

test('the documented Threads response is parsed, with gaps (threads.md §5.2)', () => {
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

describe('a refused metric', () => {
  test('does not prevent other metrics', async () => {
    const { requests, setup } = scriptedMetrics((metrics) => !metrics.includes('followers_count'))
    const insights = createThreads(setup).insights!
    const values = await insights
      .readDays({ ...credentials, days: [], today: '2026-11-21' })
      .catch((err: unknown) => err)
    expect(values).toMatchObject({ kind: 'rejected' })
    const day = { ...credentials, days: ['2026-11-20'], today: '2026-11-21' }
    const metrics = (await insights.readDays(day)).map(({ metric }) => metric)
    expect(metrics).toEqual(['views', 'likes', 'replies', 'reposts', 'quotes', 'clicks'])
    expect(requests.at(-1)?.url.searchParams.get('metric')).toBe(
      'likes,replies,reposts,quotes,clicks',
    )
  })

  test("Instagram's daily reach fails only if all metrics fail", async () => {
    const read = (isReported: (metric: string) => boolean) => {
      const { setup } = scriptedMetrics((metrics) => metrics.every(isReported))
      const days = ['2026-11-20']
      return createInstagram(setup).insights!.readDays({
        ...credentials,
        days,
        today: '2026-11-21',
      })
    }
    const metrics = (await read((metric) => metric !== 'reach')).map(({ metric }) => metric)
    expect(metrics).toContain('views')
    expect(metrics).not.toContain('reach')
    await expect(read(() => false)).rejects.toMatchObject({ kind: 'rejected' })
  })

  test('is null for a post', async () => {
    const { setup } = scriptedMetrics((metrics) => !metrics.includes('shares'))
    const { values } = await createThreads(setup).insights!.readPost(post)
    expect(values).toMatchObject({ views: 3, likes: 3, shares: null })
  })

  test('views is requested again with its metric_type', async () => {
    const { setup } = scriptedMetrics((metrics, request) => {
      const { searchParams } = request.url
      if (metrics.length > 1) return false
      return metrics[0] !== 'views' || searchParams.get('metric_type') === 'total_value'
    })
    const { values } = await createInstagram(setup).insights!.readPost(post)
    expect(Object.values(values)).toEqual(Array(7).fill(3))
  })
})

test('days before the first available day on Threads are not requested', async () => {
  const { requests, setup } = scriptedMetrics(() => true)
  const days = ['2024-04-12', '2024-04-13']
  const insights = createThreads(setup).insights!
  await insights.readDays({ ...credentials, days, today: '2026-11-21' })
  expect(requests.map(({ url }) => url.searchParams.get('since'))).toEqual([
    '1712991600',
    '1712991600',
  ])
})

test('code 10 on a media throws permission_missing only if the account is refused too', async () => {
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

test('TikTok ids keep their digits and missing counts are null', async () => {
  const id = '7404040404040404041'
  const body = `{"data":{"videos":[{"id":${id},"view_count":10,"like_count":0}]},"error":{"code":"ok"}}`
  const { setup } = scriptedSetup({ 'POST /v2/video/query/': body })
  const insights: InsightsAbility = createTiktok(setup).insights!
  const { values } = await insights.readPost({ ...credentials, platformPostId: id })
  expect(values).toEqual({ views: 10, likes: 0, comments: null, shares: null })
})

const post = { ...credentials, platformPostId: '5' }

/** A Graph host that returns 3 for every metric, or refuses the whole call. */
function scriptedMetrics(
  allows: (metrics: readonly string[], request: PlatformRequest) => boolean,
): { requests: PlatformRequest[]; setup: PlatformSetup } {
  const { setup, requests } = scriptedSetup({})
  const call: PlatformSetup['call'] = async (request) => {
    requests.push(request)
    const metrics = (request.url.searchParams.get('metric') ?? '').split(',')
    if (!allows(metrics, request)) {
      return { status: 400, headers: {}, text: JSON.stringify(refused) }
    }
    // On Threads `end_time` is the start of the day.
    const since = new Date(Number(request.url.searchParams.get('since')) * 1_000)
    const data = metrics.map((name) => ({
      name,
      ...(name === 'views'
        ? { values: [{ value: 3, end_time: since.toISOString() }] }
        : { total_value: { value: 3 } }),
    }))
    return { status: 200, headers: {}, text: JSON.stringify({ data }) }
  }
  return { setup: { ...setup, call }, requests }
}
