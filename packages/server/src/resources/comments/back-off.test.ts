import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildWebhook } from '../../../test/build.ts'
import { advanceMinutes, type Inbox, openInbox } from '../../../test/inbox.ts'
import { runInsights } from '../../../test/metrics-fixture.ts'
import { advanceUntilIdle } from '../../../test/publishing.ts'
import { openReceiver } from '../../../test/receiver.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import { limits } from '../../core/limits.ts'

const platforms = ['threads', 'instagram', 'facebook'] as const

let testApp: TestApp

beforeEach(async () => {
  testApp = await openTestApp()
})
afterEach(() => testApp.close())

const isUsed = (percent: number) =>
  testApp.sandbox.control('PUT', '/settings', { meta_usage_percent: percent })

/** How many calls that read something the platform got while this was done. */
async function readsOf(work: () => Promise<unknown>): Promise<number> {
  await testApp.sandbox.control('DELETE', '/calls')
  await work()
  const { data } = await testApp.sandbox.control('GET', '/calls')
  return data.filter((call: { method: string }) => call.method === 'GET').length
}

/** An account whose comments and figures have been read. */
async function opened(platform: (typeof platforms)[number]): Promise<Inbox> {
  const inbox = await openInbox(testApp, platform)
  await runInsights(testApp, 30 * 60_000)
  return inbox
}

test.each(platforms)(
  'near a limit of %s a few calls are made, and nothing is read for 15 minutes',
  async (platform) => {
    const inbox = await opened(platform)
    const said = await inbox.addComment()
    await isUsed(80)
    expect(await readsOf(() => advanceMinutes(testApp, 60))).toBeLessThanOrEqual(
      1 + limits.comment.callsNearMax,
    )
    expect(await readsOf(() => advanceMinutes(testApp, 14))).toBe(0)
    await isUsed(79)
    expect(await readsOf(() => advanceMinutes(testApp, 2))).toBeGreaterThan(0)
    expect(await inbox.find(said)).toBeDefined()
  },
)

test('at the limit one call finds out, and nothing more is read', async () => {
  const inbox = await opened('instagram')
  await inbox.addComment()
  await isUsed(100)
  expect(await readsOf(() => advanceMinutes(testApp, 60))).toBe(1)
})

test('what has a post read soon does not end the rest', async () => {
  const inbox = await opened('threads')
  const said = await inbox.addComment()
  await advanceMinutes(testApp, 60)
  await isUsed(95)
  await advanceMinutes(testApp, 60)
  const { id } = (await inbox.find(said))!
  expect((await testApp.call('POST', `/v1/comments/${id}/hide`, { hidden: true })).status).toBe(200)
  expect(await readsOf(() => advanceMinutes(testApp, 5))).toBe(0)
  expect(await readsOf(() => advanceMinutes(testApp, 11))).toBeGreaterThan(0)
})

test('a reading that a limit broke off goes on where it stood, and tells each comment once', async () => {
  const receiver = await openReceiver()
  await buildWebhook(testApp, { url: receiver.url })
  const inbox = await opened('instagram')
  for (let count = 0; count < 210; count += 1) await inbox.addComment({ hours_ago: 1 + count / 60 })
  await isUsed(90)
  await advanceMinutes(testApp, 20)
  const begun = (await inbox.list()).length
  expect(begun).toBeGreaterThan(0)
  expect(begun).toBeLessThan(210)
  for (let turn = 0; turn < 4; turn += 1) await advanceMinutes(testApp, 16)
  expect(await inbox.list()).toHaveLength(210)
  expect(await inbox.events()).toHaveLength(210)
  await receiver.close()
})

test('replies of people and posts go on', async () => {
  const inbox = await opened('facebook')
  const said = await inbox.addComment()
  await advanceMinutes(testApp, 60)
  await isUsed(99)
  await advanceMinutes(testApp, 60)
  const { id } = (await inbox.find(said))!
  const reply = await testApp.call('POST', `/v1/comments/${id}/reply`, { text: 'Thank you' })
  expect(reply.status).toBe(201)
  expect((await testApp.call('POST', `/v1/comments/${id}/hide`, { hidden: true })).status).toBe(200)
  const made = await testApp.call('POST', '/v1/posts', {
    text: 'Fresh bread at noon',
    mode: 'now',
    targets: [{ account_id: inbox.account.id }],
  })
  await advanceUntilIdle(testApp, 60_000)
  const { body: post } = await testApp.call('GET', `/v1/posts/${made.body.id}`)
  expect(post.status).toBe('published')
})
