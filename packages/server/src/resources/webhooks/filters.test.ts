import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildProfile } from '../../../test/build.ts'
import { buildWebhook, deleteWebhooks, emitComments } from '../../../test/build-webhook.ts'
import { openReceiver, type Receiver } from '../../../test/receiver.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { Profile } from '../../schemas/profile.ts'

const testApp = useTestApp()
let receiver: Receiver
let profile: Profile

beforeAll(async () => {
  profile = await buildProfile(testApp)
})
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(async () => {
  await deleteWebhooks(testApp)
  await receiver.close()
})

/** Three deliveries, an hour apart; returns the path and their times. */
async function threeHours(): Promise<{ path: string; times: string[] }> {
  const { path } = await buildWebhook(testApp, { url: receiver.url })
  const times: string[] = []
  for (const text of ['first', 'second', 'third']) {
    times.push(testApp.clock.now().toISOString())
    await emitComments(testApp, profile, [text])
    testApp.clock.advance(3_600_000)
  }
  await testApp.work()
  return { path, times }
}

test('the history is filtered by time: `since` is inclusive, `until` exclusive', async () => {
  const { path, times } = await threeHours()
  const created = async (query: string) =>
    (await testApp.call('GET', `${path}/deliveries?${query}`)).body.data.map(
      (each: { created_at: string }) => each.created_at,
    )
  expect(await created(`since=${times[1]}`)).toEqual([times[2], times[1]])
  expect(await created(`until=${times[1]}`)).toEqual([times[0]])
  expect(await created(`since=${times[1]}&until=${times[2]}`)).toEqual([times[1]])
  expect(await created(`since=${times[0]}&status=failed`)).toEqual([])
  expect(await created('since=2020-01-01T00:00:00Z')).toHaveLength(3)
})

test('`since` accepts a UTC offset and must lie before `until`', async () => {
  const { path, times } = await threeHours()
  const ask = async (query: string) =>
    (await testApp.call('GET', `${path}/deliveries?${query}`)).body
  const twoHoursAhead = new Date(Date.parse(times[1]!) + 7_200_000).toISOString().slice(0, 19)
  const since = encodeURIComponent(`${twoHoursAhead}+02:00`)
  expect((await ask(`since=${since}`)).data).toHaveLength(2)
  for (const from of [times[2], times[0]]) {
    const { error } = await ask(`since=${from}&until=${times[0]}`)
    expect(error.details).toEqual([
      { path: 'until', code: 'range_reversed', message: 'It must be after since.' },
    ])
  }
})

test('a page with bodies has at most 10 deliveries', async () => {
  const { path } = await buildWebhook(testApp, { url: receiver.url })
  await emitComments(
    testApp,
    profile,
    Array.from({ length: 11 }, (_, index) => `text ${index}`),
  )
  await testApp.work()
  const page = async (query: string) =>
    (await testApp.call('GET', `${path}/deliveries?include=bodies&${query}`)).body
  const first = await page('limit=100')
  expect(first).toMatchObject({ has_more: true, data: { length: 10 } })
  const second = await page(`cursor=${first.next_cursor}`)
  expect(second).toMatchObject({ has_more: false, data: { length: 1 } })
})

test('a cursor is valid only with the same filters', async () => {
  const { path, times } = await threeHours()
  const first = await testApp.call('GET', `${path}/deliveries?since=${times[0]}&limit=2`)
  const { next_cursor: cursor } = first.body
  const next = `${path}/deliveries?since=${times[0]}&limit=2&cursor=${cursor}`
  expect((await testApp.call('GET', next)).body.data).toHaveLength(1)
  const other = `${path}/deliveries?since=${times[1]}&limit=2&cursor=${cursor}`
  expect((await testApp.call('GET', other)).status).toBe(400)
})

test.each(['yesterday', '2026-13-01T00:00:00Z', ''])(
  'since=%j returns 400 and names the field',
  async (since) => {
    const { path } = await buildWebhook(testApp, { url: receiver.url })
    const { body } = await testApp.call('GET', `${path}/deliveries?since=${since}`)
    expect(body.error).toMatchObject({ code: 'validation_failed', param: 'since' })
  },
)
