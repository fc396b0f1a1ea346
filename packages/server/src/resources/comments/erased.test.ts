import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Inbox, openInbox, receiveComment } from '../../../test/inbox.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import { createApp } from '../../app.ts'
import type { Context } from '../../context.ts'
import type { CommentsAbility } from '../../platforms/comments.ts'

let testApp: TestApp
let inbox: Inbox

beforeAll(async () => {
  testApp = await openTestApp()
  inbox = await openInbox(testApp)
  await testApp.work()
})
afterAll(() => testApp.close())

/** A context in which something happens after the platform has a reply and before its answer is kept. */
function afterReply(act: () => Promise<unknown>): Context {
  const known = testApp.ctx.platforms.get('threads')!
  const comments: CommentsAbility = {
    ...known.comments!,
    reply: async (input) => {
      const made = await known.comments!.reply!(input)
      await act()
      return made
    },
  }
  const platforms = new Map(testApp.ctx.platforms).set('threads', { ...known, comments })
  return { ...testApp.ctx, platforms }
}

test('the profile is deleted while a reply is sent → no answer of the reply is stored', async () => {
  const comment = await receiveComment(testApp, inbox)
  const ctx = afterReply(() => testApp.call('DELETE', `/v1/profiles/${comment.profile_id}`))
  const answer = await createApp(ctx).request(`/v1/comments/${comment.id}/reply`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${testApp.ownerKey}`,
      'content-type': 'application/json',
      'idempotency-key': 'reply-erased',
    },
    body: JSON.stringify({ text: 'Sent into an erased profile' }),
  })
  expect(answer.status).toBe(201)
  const { rows } = await testApp.ctx.db.pool.query(
    `select key, body from idempotency where key = 'reply-erased'`,
  )
  expect(rows).toEqual([])
})
