import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildWebhook } from '../../../../test/build.ts'
import { advanceMinutes, type Inbox, openInbox } from '../../../../test/inbox.ts'
import { runInsights } from '../../../../test/metrics-fixture.ts'
import { advanceUntilIdle } from '../../../../test/publishing.ts'
import { openReceiver } from '../../../../test/receiver.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import { limits } from '../../../core/limits.ts'

const platforms = ['threads', 'instagram', 'facebook'] as const

let testApp: TestApp

beforeEach(async () => {
  testApp = await openTestApp()
})
afterEach(() => testApp.close())

const setUsage = (percent: number) =>
  testApp.sandbox.control('PUT', '/settings', { meta_usage_percent: percent })

/** The number of GET calls to the platform during `work`. */
async function countReads(work: () => Promise<unknown>): Promise<number> {
  await testApp.sandbox.control('DELETE', '/calls')
  await work()
  const { data } = await testApp.sandbox.control('GET', '/calls')
  return data.filter((call: { method: string }) => call.method === 'GET').length
}

/** An account whose comments and metrics have been synced. */
async function openSyncedInbox(platform: (typeof platforms)[number]): Promise<Inbox> {
  const inbox = await openInbox(testApp, platform)
  await runInsights(testApp, 30 * 60_000)
  await testApp.work()
  return inbox
}

test.each(platforms)(
  'near a limit of %s a run makes a few calls, then the account backs off for 15 minutes',
  async (platform) => {
    const inbox = await openSyncedInbox(platform)
    // Without the limit, the run would also read the comments of each post.
    for (let post = 0; post < limits.comment.callsNearMax; post += 1) await inbox.publish(0)
    await advanceMinutes(testApp, 11)
    const posted = await inbox.addComment()
    await setUsage(80)
    expect(await countReads(() => advanceMinutes(testApp, 60))).toBe(
      1 + limits.comment.callsNearMax,
    )
    expect(await countReads(() => advanceMinutes(testApp, 14))).toBe(0)
    await setUsage(79)
    expect(await countReads(() => advanceMinutes(testApp, 2))).toBeGreaterThan(0)
    expect(await inbox.find(posted)).toBeDefined()
  },
)

test('at the limit the run stops after one call', async () => {
  const inbox = await openSyncedInbox('instagram')
  await inbox.addComment()
  await setUsage(100)
  expect(await countReads(() => advanceMinutes(testApp, 60))).toBe(1)
})

test('a post made due by the user does not end the back-off', async () => {
  const inbox = await openSyncedInbox('threads')
  const posted = await inbox.addComment()
  await advanceMinutes(testApp, 60)
  await setUsage(95)
  await advanceMinutes(testApp, 60)
  const { id } = (await inbox.find(posted))!
  expect((await testApp.call('POST', `/v1/comments/${id}/hide`, { hidden: true })).status).toBe(200)
  expect(await countReads(() => advanceMinutes(testApp, 5))).toBe(0)
  expect(await countReads(() => advanceMinutes(testApp, 11))).toBeGreaterThan(0)
})

test('a sync interrupted by a limit continues from its cursor and announces each comment once', async () => {
  const receiver = await openReceiver()
  await buildWebhook(testApp, { url: receiver.url })
  const inbox = await openSyncedInbox('instagram')
  for (let count = 0; count < 210; count += 1) await inbox.addComment({ hours_ago: 1 + count / 60 })
  await setUsage(90)
  // The first complete sync: it would read all pages.
  await advanceMinutes(testApp, 61)
  const started = (await inbox.list()).length
  expect(started).toBeGreaterThan(0)
  expect(started).toBeLessThan(210)
  for (let run = 0; run < 4; run += 1) await advanceMinutes(testApp, 16)
  expect(await inbox.list()).toHaveLength(210)
  expect(await inbox.events()).toHaveLength(210)
  await receiver.close()
})

test('replies, hiding and posts continue during the back-off', async () => {
  const inbox = await openSyncedInbox('facebook')
  const posted = await inbox.addComment()
  await advanceMinutes(testApp, 60)
  await setUsage(99)
  await advanceMinutes(testApp, 60)
  const { id } = (await inbox.find(posted))!
  const reply = await testApp.call('POST', `/v1/comments/${id}/reply`, { text: 'Thank you' })
  expect(reply.status).toBe(201)
  expect((await testApp.call('POST', `/v1/comments/${id}/hide`, { hidden: true })).status).toBe(200)
  const created = await testApp.call('POST', '/v1/posts', {
    text: 'Fresh bread at noon',
    mode: 'now',
    targets: [{ account_id: inbox.account.id }],
  })
  await advanceUntilIdle(testApp, 60_000)
  const { body: post } = await testApp.call('GET', `/v1/posts/${created.body.id}`)
  expect(post.status).toBe('published')
})
