import { beforeAll, expect, test } from 'vitest'
import { type Inbox, openInbox, receiveComment } from '../../../test/inbox.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { createApp } from '../../app.ts'
import type { Context } from '../../context.ts'
import type { CommentsAbility } from '../../platforms/contract/comments.ts'

const testApp = useTestApp()
let inbox: Inbox

beforeAll(async () => {
  inbox = await openInbox(testApp)
  await testApp.work()
})

/** Runs `act` after the platform has accepted a reply and before the response is stored. */
function actAfterReply(act: () => Promise<unknown>): Context {
  const platform = testApp.ctx.platforms.get('threads')!
  const comments: CommentsAbility = {
    ...platform.comments!,
    reply: async (input) => {
      const sent = await platform.comments!.reply!(input)
      await act()
      return sent
    },
  }
  const platforms = new Map(testApp.ctx.platforms).set('threads', { ...platform, comments })
  return { ...testApp.ctx, platforms }
}

test('deleting the profile while a reply is sent → no response is stored for its Idempotency-Key', async () => {
  const comment = await receiveComment(testApp, inbox)
  const ctx = actAfterReply(() => testApp.call('DELETE', `/v1/profiles/${comment.profile_id}`))
  const response = await createApp(ctx).request(`/v1/comments/${comment.id}/reply`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${testApp.ownerKey}`,
      'content-type': 'application/json',
      'idempotency-key': 'reply-erased',
    },
    body: JSON.stringify({ text: 'Sent into an erased profile' }),
  })
  expect(response.status).toBe(201)
  const { rows } = await testApp.ctx.db.pool.query(
    `select key, body from idempotency where key = 'reply-erased'`,
  )
  expect(rows).toEqual([])
})
