import { expect } from 'vitest'
import { emitEvent } from '../src/resources/webhooks/emit.ts'
import type { TestApp } from './test-app.ts'

export type BuiltWebhook = { id: string; secret: string; path: string }

/** A webhook endpoint made through the API; every event unless told otherwise. */
export async function buildWebhook(
  testApp: TestApp,
  input: {
    url: string
    events?: string[]
    profile_id?: string
    description?: string
    key?: string
    profile?: string
  },
): Promise<BuiltWebhook> {
  const { key, profile, ...body } = input
  const answer = await testApp.call(
    'POST',
    '/v1/webhooks',
    { events: ['*'], ...body },
    { ...(key ? { key } : {}), ...(profile ? { profile } : {}) },
  )
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  const { id, secret } = answer.body
  return { id, secret, path: `/v1/webhooks/${id}` }
}

/** Deletes every endpoint, so that the next test has its ten again. */
export async function deleteWebhooks(testApp: TestApp): Promise<void> {
  const { body } = await testApp.call('GET', '/v1/webhooks')
  for (const { id } of body.data) await testApp.call('DELETE', `/v1/webhooks/${id}`)
}

/** Every attempt at the endpoint's newest delivery, whose receiver refuses them all. */
export async function failNewestDelivery(testApp: TestApp, path: string) {
  for (let hours = 0; hours < 32; hours += 1) {
    testApp.clock.advance(3_600_000)
    await testApp.work()
  }
  const [delivery] = (await testApp.call('GET', `${path}/deliveries`)).body.data
  expect(delivery).toMatchObject({ status: 'failed', attempt_count: 8 })
  return delivery
}

/** Events as a noun emits them, all in one transaction; `text` comes back in `data`. */
export async function emitComments(
  testApp: TestApp,
  profile: { id: string; external_id?: string | null },
  texts: readonly string[],
): Promise<void> {
  const now = testApp.clock.now()
  await testApp.ctx.db.transact(async (tx) => {
    for (const text of texts) {
      await emitEvent(tx, {
        ownerId: testApp.ownerId,
        profileId: profile.id,
        profileExternalId: profile.external_id ?? null,
        type: 'comment.created',
        data: {
          comment_id: 'cmt_01k4wz7tq8e1n9mdh2y6c3vbfa',
          account_id: 'acc_01k4wz7tq8e1n9mdh2y6c3vbfa',
          post_id: 'post_01k4wz7tq8e1n9mdh2y6c3vbfa',
          platform: 'threads',
          author_username: 'kim',
          text,
          permalink: null,
          parent_comment_id: null,
          reply_status: 'unreplied',
          profile_external_id: profile.external_id ?? null,
          commented_at: now.toISOString(),
        },
        now,
      })
    }
  })
}
