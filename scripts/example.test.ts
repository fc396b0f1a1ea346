import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from './demo/api.ts'
import { type DemoInstance, startInstance } from './demo/instance.ts'
import { tellTitlesOnly } from './demo/report.ts'
import { addExample, removeExample } from './example/furnish.ts'

let instance: DemoInstance
let api: Api

beforeAll(async () => {
  tellTitlesOnly()
  instance = await startInstance()
  api = openApi(instance.url, instance.ownerKey)
}, 120_000)
afterAll(() => instance?.giveBack())

type Row = Record<string, unknown>

async function list(path: string): Promise<Row[]> {
  return (await api.call<{ data: Row[] }>('GET', path, { expect: 200 })).body.data
}

const countOf = (rows: Row[], field: string, value: string) =>
  rows.filter((row) => row[field] === value).length

test('the example has something of everything, comes once, and goes', async () => {
  expect(await addExample(instance)).toBe(3)

  const accounts = await list('/v1/accounts')
  expect(new Set(accounts.map(({ platform }) => platform))).toEqual(
    new Set(['threads', 'instagram', 'facebook', 'tiktok']),
  )
  expect(countOf(accounts, 'status', 'expired')).toBe(1)
  const posts = await list('/v1/posts?limit=100')
  expect({
    published: countOf(posts, 'status', 'published') > 3,
    scheduled: countOf(posts, 'status', 'scheduled') > 3,
    failed: countOf(posts, 'status', 'failed'),
    draft: countOf(posts, 'status', 'draft'),
  }).toEqual({ published: true, scheduled: true, failed: 1, draft: 1 })
  const comments = await list('/v1/comments?limit=100')
  for (const status of ['unreplied', 'replied', 'no_reply_needed']) {
    expect(countOf(comments, 'reply_status', status)).toBeGreaterThan(0)
  }
  const { body } = await api.call<{ metrics: Record<string, { total: number | null }> }>(
    'GET',
    `/v1/accounts/${accounts.find(({ status }) => status === 'connected')!.id}/insights`,
    { expect: 200 },
  )
  expect(Object.values(body.metrics).some(({ total }) => (total ?? 0) > 0)).toBe(true)
  const [endpoint] = await list('/v1/webhooks')
  expect(await list(`/v1/webhooks/${endpoint!.id}/deliveries`)).not.toEqual([])

  expect(await addExample(instance)).toBe(0)
  expect(await list('/v1/connect/redirect-origins')).toEqual([])
  expect(await removeExample(instance)).toBe(3)
  expect(await list('/v1/accounts')).toEqual([])
  expect(await removeExample(instance)).toBe(0)
})
