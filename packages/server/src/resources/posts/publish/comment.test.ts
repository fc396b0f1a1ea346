import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildWebhook } from '../../../../test/build.ts'
import {
  advanceUntilIdle,
  buildPost,
  connectAccount,
  postEvents,
  readPost,
} from '../../../../test/publishing.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { Account } from '../../../schemas/account.ts'
import type { Target } from '../../../schemas/target.ts'

const testApp = useTestApp({ poolMax: 4 })
let account: Account

beforeAll(async () => {
  await buildWebhook(testApp)
  account = await connectAccount(testApp, 'threads', { account: 'anna.bakes' })
})
beforeEach(async () => {
  await testApp.sandbox.control('DELETE', '/faults')
  await testApp.sandbox.control('PUT', '/settings', { threads_reply_lag_ms: 5_000 })
})

const tooEarly = (threads_reply_lag_ms: number) =>
  testApp.sandbox.control('PUT', '/settings', { threads_reply_lag_ms })
/** A fault in the comment: the first call with this name creates the container of the post. */
async function failComment(kind: string, more: object = {}): Promise<void> {
  const fault = { platform: 'threads', match: 'create' }
  await testApp.sandbox.control('POST', '/faults', { ...fault, kind: 'slow_ms', ms: 0 })
  await testApp.sandbox.control('POST', '/faults', { ...fault, kind, ...more })
}
const refusal = {
  status: 400,
  body: { error: { message: 'Not allowed.', type: 'THApiException', code: 10 } },
}

async function publish(): Promise<{ id: string; target: Target }> {
  const targets = [{ account_id: account.id, first_comment: 'From seven' }]
  const { id } = await buildPost(testApp, { targets })
  await advanceUntilIdle(testApp)
  return { id, target: await targetOf(id) }
}

const targetOf = async (id: string) => (await readPost(testApp, id)).targets[0]!

async function comments({ platform_post_id }: Target): Promise<unknown[]> {
  const { data } = await testApp.sandbox.control('GET', `/posts/${platform_post_id}/comments`)
  return data
}

test('a comment that comes too early → tried again after 5 s, written once', async () => {
  const { target } = await publish()
  expect(target).toMatchObject({ first_comment_status: 'sent', first_comment_error: null })
  expect(await comments(target)).toMatchObject([{ text: 'From seven' }])
})

test('a comment that always comes too early → tried after 5, 15, 60 and 300 s, then failed with a reason and an event', async () => {
  await tooEarly(3_600_000)
  const { id, target } = await publish()
  expect(target).toMatchObject({
    status: 'published',
    error: null,
    first_comment_status: 'failed',
    first_comment_error: { code: 'platform_error', source: 'postern', retryable: true },
  })
  const tookMs = testApp.clock.now().getTime() - Date.parse(target.published_at!)
  expect(tookMs).toBe(380_000)
  const last = (await postEvents(testApp, id)).at(-1)
  expect(last).toMatchObject({
    type: 'post.first_comment_failed',
    data: { target_id: target.id, account_id: account.id, error_code: 'platform_error' },
  })
})

test('a refused comment → failed with the refusal; a retry of the post writes it', async () => {
  await failComment('answer', { answer: refusal })
  const { id, target } = await publish()
  expect(target).toMatchObject({
    first_comment_status: 'failed',
    first_comment_error: {
      code: 'permission_missing',
      source: 'platform',
      message: expect.stringContaining('permission to comment'),
      retryable: false,
    },
  })
  expect((await testApp.call('POST', `/v1/posts/${id}/retry`)).status).toBe(200)
  await advanceUntilIdle(testApp)
  expect(await targetOf(id)).toMatchObject({
    first_comment_status: 'sent',
    first_comment_error: null,
    platform_post_id: target.platform_post_id,
  })
  expect(await comments(target)).toHaveLength(1)
  expect((await testApp.call('POST', `/v1/posts/${id}/retry`)).status).toBe(409)
})

test('a rate limit → the account is paused, then the comment is written', async () => {
  await failComment('rate_limited')
  const { target } = await publish()
  expect(target.first_comment_status).toBe('sent')
  const tookMs = testApp.clock.now().getTime() - Date.parse(target.published_at!)
  expect(tookMs).toBeGreaterThanOrEqual(15 * 60_000)
})

test('a comment without a response that is under the post → found, written once', async () => {
  await tooEarly(0)
  await failComment('after_accepting_500')
  const { target } = await publish()
  expect(target).toMatchObject({ first_comment_status: 'sent', first_comment_error: null })
  expect(await comments(target)).toHaveLength(1)
})

test('a comment without a response that cannot be found → unknown, retried only for its target', async () => {
  await tooEarly(0)
  await failComment('after_accepting_500')
  const unreadable = { platform: 'threads', match: 'conversation', kind: 'http_500', times: 1_000 }
  await testApp.sandbox.control('POST', '/faults', unreadable)
  const { id, target } = await publish()
  const reason = { code: 'platform_error', retryable: true }
  expect(target).toMatchObject({ first_comment_status: 'unknown', first_comment_error: reason })
  expect(await comments(target)).toHaveLength(1)
  expect((await testApp.call('POST', `/v1/posts/${id}/retry`)).status).toBe(409)
  await testApp.call('POST', `/v1/posts/${id}/targets/${target.id}/retry`)
  await advanceUntilIdle(testApp)
  expect((await targetOf(id)).first_comment_status).toBe('sent')
})
