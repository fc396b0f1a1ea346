import { expect, test } from 'vitest'
import { type Body, connect, graphError, openSandbox } from './client.ts'

const graph = '/threads/graph/v1.0'

async function start(options = {}) {
  const client = await openSandbox(options)
  const token = await connect(client, 'threads')
  const get = (path: string) =>
    client.call(`${graph}/${path}${path.includes('?') ? '&' : '?'}access_token=${token}`)
  return { client, get }
}

test('threads: each account metric has its documented shape (threads.md §5.2)', async () => {
  const { client, get } = await start()
  const since = Math.floor(Date.parse('2026-07-01T00:00:00Z') / 1000)
  const metrics = 'views,likes,clicks,followers_count'
  const read = async () => {
    const response = await get(
      `me/threads_insights?metric=${metrics}&since=${since}&until=${since + 20 * 86_400}`,
    )
    const data = response.body.data as { name: string; values?: { end_time: string }[] }[]
    return {
      paging: response.body.paging,
      ...Object.fromEntries(data.map((entry) => [entry.name, entry])),
    } as Record<string, Body>
  }
  const before = await read()
  expect(before.paging).toHaveProperty('next')
  const views = before.views?.values as { end_time: string }[]
  expect(views.length).toBeLessThanOrEqual(20)
  expect(views.every((value) => value.end_time.endsWith('T07:00:00+0000'))).toBe(true)
  expect(before.likes).toHaveProperty('total_value.value')
  expect(before.clicks).not.toHaveProperty('link_total_values')
  expect(before.followers_count).toMatchObject({ total_value: { value: 1240 } })
  const link = { account: 'threads:anna.bakes', text: 'See https://e.example/bread' }
  await client.control('POST', '/posts', link)
  expect((await read()).clicks).toMatchObject({
    link_total_values: [{ link_url: 'https://e.example/bread' }],
  })
  const early = await get('me/threads_insights?metric=views&since=1712991599')
  expect(graphError(early.body)).toMatchObject({ code: 100 })
  expect(client.sandbox.state.posts.size).toBe(1)
})

test.each([
  ['2026-07-10T19:56:08Z', '2026-07-11T19:56:08Z', '2026-07-10', 2],
  ['2026-07-01T00:00:00Z', '2026-07-24T00:00:00Z', '2026-06-30', 24],
])(
  'threads: views from %s to %s have the start of each day that it touches (threads.md §5.2)',
  async (since, until, first, count) => {
    const { client, get } = await start({ now: () => new Date('2026-07-30T12:00:00Z') })
    const days = Array.from({ length: count }, (_, index) =>
      new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10),
    )
    for (const day of days) {
      const views = { account: 'threads:anna.bakes', metric: 'views', day, value: 1 }
      await client.control('PUT', '/metric-values', views)
    }
    const range = [since, until].map((text) => Date.parse(text) / 1000)
    const path = `me/threads_insights?metric=views&since=${range[0]}&until=${range[1]}`
    const [views] = (await get(path)).body.data as { values: { end_time: string }[] }[]
    expect(views?.values.map(({ end_time }) => end_time)).toEqual(
      days.map((day) => `${day}T07:00:00+0000`),
    )
  },
)

test('threads: values set through the control API replace derived ones; null removes a day (threads.md §5.2)', async () => {
  const { client, get } = await start()
  const set = (day: string, value: number | null) =>
    client.control('PUT', '/metric-values', {
      account: 'threads:anna.bakes',
      metric: 'views',
      day,
      value,
    })
  await set('2026-07-01', 41)
  await set('2026-07-02', null)
  await set('2026-07-03', 43)
  const since = Math.floor(Date.parse('2026-07-02T00:00:00Z') / 1000)
  const response = await get(
    `me/threads_insights?metric=views&since=${since}&until=${since + 2 * 86_400}`,
  )
  expect(response.body.data).toMatchObject([
    {
      values: [
        { value: 41, end_time: '2026-07-01T07:00:00+0000' },
        { value: 43, end_time: '2026-07-03T07:00:00+0000' },
      ],
    },
  ])
})
