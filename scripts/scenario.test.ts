import type { Client } from '@postern/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { platformValues } from '../packages/server/src/core/networks.ts'
import { runDemo } from './demo/run.ts'
import { addExample, removeExample } from './example/add.ts'
import { openApi } from './scenario/api.ts'
import { type RunningInstance, startTemporary } from './scenario/instance.ts'
import { printTitlesOnly } from './scenario/report.ts'

let instance: RunningInstance
let api: Client

beforeAll(async () => {
  printTitlesOnly()
  instance = await startTemporary()
  api = openApi(instance.url, instance.ownerKey)
}, 120_000)
afterAll(() => instance?.release())

const countOf = <Status>(rows: { status: Status }[], status: Status) =>
  rows.filter((row) => row.status === status).length

test('the demo succeeds and removes everything that it created', async () => {
  const before = await api.connect.settings.get()
  await runDemo(instance)

  const { data: profiles } = await api.profiles.list()
  expect(profiles.map(({ is_default }) => is_default)).toEqual([true])
  expect((await api.webhooks.list()).data).toEqual([])
  expect((await api.connect.origins.list()).data).toEqual([])
  expect((await api.connect.settings.get()).brand_name).toBe(before.brand_name)
})

test('a failed step stops the demo with its name', async () => {
  const withoutAccess = { ...instance, ownerKey: `pst_owner_${'0'.repeat(43)}` }
  await expect(runDemo(withoutAccess)).rejects.toThrow(/^Step \d+ failed: The owner key/)
})

test('the example has every kind of data, is added once and can be removed', async () => {
  expect(await addExample(instance)).toBe(3)

  const { data: accounts } = await api.accounts.list()
  expect(new Set(accounts.map(({ platform }) => platform))).toEqual(new Set(platformValues))
  expect(countOf(accounts, 'expired')).toBe(1)
  const { data: posts } = await api.posts.list({ limit: 100 })
  expect({
    published: countOf(posts, 'published') > 3,
    scheduled: countOf(posts, 'scheduled') > 3,
    failed: countOf(posts, 'failed'),
    draft: countOf(posts, 'draft'),
  }).toEqual({ published: true, scheduled: true, failed: 1, draft: 1 })
  const { data: comments } = await api.comments.list({ limit: 100 })
  expect(new Set(comments.map(({ reply_status }) => reply_status))).toEqual(
    new Set(['unreplied', 'replied', 'no_reply_needed']),
  )
  const connected = accounts.find(({ status }) => status === 'connected')!
  const { metrics } = await api.insights.account(connected.id)
  expect(Object.values(metrics).some(({ total }) => (total ?? 0) > 0)).toBe(true)
  const [endpoint] = (await api.webhooks.list()).data
  expect((await api.webhooks.deliveries.list(endpoint!.id)).data).not.toEqual([])

  expect(await addExample(instance)).toBe(0)
  expect((await api.connect.origins.list()).data).toEqual([])
  expect(await removeExample(instance)).toBe(3)
  expect((await api.accounts.list()).data).toEqual([])
  expect(await removeExample(instance)).toBe(0)
})
