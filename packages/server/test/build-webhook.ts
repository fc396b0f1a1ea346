import { expect } from 'vitest'
import { emitEvent } from '../src/resources/webhooks/emit.ts'
import type { TestApp } from './test-app.ts'

export type BuiltWebhook = { id: string; secret: string; path: string }

/** A webhook endpoint created through the API, for all event types by default. */
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
  const response = await testApp.call(
    'POST',
    '/v1/webhooks',
    { events: ['*'], ...body },
    { ...(key ? { key } : {}), ...(profile ? { profile } : {}) },
  )
  if (response.status !== 201) throw new Error(JSON.stringify(response.body))
  const { id, secret } = response.body
  return { id, secret, path: `/v1/webhooks/${id}` }
}

/** Deletes every endpoint, because an owner may have only ten. */
export async function deleteWebhooks(testApp: TestApp): Promise<void> {
  const { body } = await testApp.call('GET', '/v1/webhooks')
  for (const { id } of body.data) await testApp.call('DELETE', `/v1/webhooks/${id}`)
}

/** Runs the whole schedule of the endpoint's newest delivery, all of whose attempts fail. */
export async function failNewestDelivery(testApp: TestApp, path: string) {
  for (let hours = 0; hours < 32; hours += 1) {
    testApp.clock.advance(3_600_000)
    await testApp.work()
  }
  const [delivery] = (await testApp.call('GET', `${path}/deliveries`)).body.data
  expect(delivery).toMatchObject({ status: 'failed', attempt_count: 8 })
  return delivery
}

/** Emits one `comment.created` event for each text, all in one transaction. */
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
