import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildWebhook } from '../../../test/build.ts'
import {
  advanceUntilIdle,
  buildPost,
  connectAccount,
  newText,
  postEvents,
  readPost,
} from '../../../test/publishing.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { Account } from '../../schemas/account.ts'

const testApp = useTestApp({ poolMax: 4 })
let account: Account

beforeAll(async () => {
  await buildWebhook(testApp)
  account = await connectAccount(testApp, 'threads', { account: 'anna.bakes' })
})
beforeEach(async () => {
  await testApp.sandbox.control('DELETE', '/faults')
})

const post = (input: Record<string, unknown> = {}) =>
  buildPost(testApp, { targets: [{ account_id: account.id }], ...input })
const read = (id: string) => readPost(testApp, id)
const inMinutes = (minutes: number) =>
  new Date(testApp.clock.now().getTime() + minutes * 60_000).toISOString()
const eventsOf = (id: string) => postEvents(testApp, id)

/** The posts with this text on the platform. */
async function postsOnPlatform(wanted: string): Promise<unknown[]> {
  const { data } = await testApp.sandbox.control('GET', '/posts?account=threads:anna.bakes')
  return data.filter((post: { text: string }) => post.text === wanted)
}

async function injectFault(kind: string, match: string, times = 1): Promise<void> {
  await testApp.sandbox.control('POST', '/faults', { platform: 'threads', match, kind, times })
}

describe('publishing', () => {
  test('a post with mode now is published once and emits post.published with the permalink', async () => {
    const created = await post()
    expect(created).toMatchObject({ status: 'scheduled', targets: [{ status: 'scheduled' }] })
    await advanceUntilIdle(testApp)
    const done = await read(created.id)
    expect(done).toMatchObject({
      status: 'published',
      targets: [{ status: 'published', attempts: 1, error: null }],
    })
    const [target] = done.targets
    expect(target?.permalink).toMatch(/^http/)
    expect(target?.platform_post_id).toMatch(/^\d+$/)
    const part = {
      number: 1,
      platform_post_id: target?.platform_post_id,
      permalink: target?.permalink,
      published_at: target?.published_at,
    }
    expect(target?.parts).toEqual([{ ...part, deleted_at: null }])
    const events = await eventsOf(created.id)
    expect(events.map((event) => event.type)).toEqual(['post.scheduled', 'post.published'])
    expect(events[1]?.data).toEqual({
      post_id: created.id,
      target_id: target?.id,
      account_id: account.id,
      platform: 'threads',
      permalink: target?.permalink,
      published_at: target?.published_at,
      parts: [part],
    })
  })

  test('a scheduled post is not published before its time', async () => {
    const created = await post({ mode: undefined, scheduled_at: inMinutes(30) })
    expect(created).toMatchObject({ mode: 'schedule', status: 'scheduled' })
    testApp.clock.advance(29 * 60_000)
    await testApp.work()
    expect((await read(created.id)).status).toBe('scheduled')
    testApp.clock.advance(60_000)
    await advanceUntilIdle(testApp)
    expect((await read(created.id)).status).toBe('published')
  })

  test('a draft is never published', async () => {
    const { body } = await testApp.call('POST', '/v1/posts', { text: 'idea' })
    expect(body).toMatchObject({ status: 'draft', mode: 'draft', targets: [] })
    await advanceUntilIdle(testApp)
    expect((await read(body.id)).status).toBe('draft')
  })

  test('a target returns only the text that overrides its post', async () => {
    const other = await connectAccount(
      testApp,
      'threads',
      { account: 'bergmann.bakery' },
      account.profile_id,
    )
    const shorter = newText(testApp)
    const created = await post({
      targets: [{ account_id: account.id }, { account_id: other.id, text: shorter }],
    })
    await advanceUntilIdle(testApp)
    const done = await read(created.id)
    expect(done.status).toBe('published')
    expect(done.targets.map((target) => target.text)).toEqual([null, shorter])
    await testApp.call('DELETE', `/v1/accounts/${other.id}`)
  })
})

describe('failures', () => {
  test('a platform failure before the commit is retried after 1, 5 and 15 minutes, then has failed_at', async () => {
    const created = await post()
    await injectFault('http_500', '*', 1000)
    const waits: number[] = []
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await testApp.work()
      const [target] = (await read(created.id)).targets
      expect(target).toMatchObject({ status: 'scheduled', attempts: attempt })
      const due = Date.parse(target!.next_attempt_at!)
      waits.push((due - testApp.clock.now().getTime()) / 60_000)
      testApp.clock.set(new Date(due))
    }
    expect(waits).toEqual([1, 5, 15])
    const failedAt = testApp.clock.now().toISOString()
    await testApp.work()
    const error = { code: 'platform_error' }
    expect(await read(created.id)).toMatchObject({
      status: 'failed',
      targets: [{ status: 'failed', attempts: 4, failed_at: failedAt, error }],
    })
    const events = await eventsOf(created.id)
    expect(events.at(-1)).toMatchObject({
      type: 'post.failed',
      data: { account_id: account.id, platform: 'threads', error_code: 'platform_error' },
    })
    await testApp.sandbox.control('DELETE', '/faults')
    await testApp.call('POST', `/v1/posts/${created.id}/retry`)
    await advanceUntilIdle(testApp)
    expect((await read(created.id)).status).toBe('published')
  })

  test.each(['after_accepting_500', 'after_accepting_timeout'])(
    'a commit without a response (%s) is searched for and published exactly once',
    async (kind) => {
      const created = await post()
      await injectFault(kind, 'publish')
      await advanceUntilIdle(testApp, 9 * 60_000)
      const done = await read(created.id)
      expect(done.targets[0]).toMatchObject({ status: 'published', attempts: 1 })
      expect(await postsOnPlatform(created.text)).toHaveLength(1)
    },
  )

  test('a rate limit pauses the account and does not count as an attempt', async () => {
    const created = await post()
    await injectFault('rate_limited', '*', 1)
    await testApp.work()
    const [target] = (await read(created.id)).targets
    expect(target).toMatchObject({ status: 'scheduled', attempts: 0 })
    await advanceUntilIdle(testApp)
    expect((await read(created.id)).status).toBe('published')
  })
})
