import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { advanceMinutes, type Inbox, openInbox, receiveComment } from '../../../../test/inbox.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'

let testApp: TestApp
let threads: Inbox
let instagram: Inbox
let facebook: Inbox

beforeAll(async () => {
  testApp = await openTestApp()
  threads = await openInbox(testApp, 'threads')
  instagram = await openInbox(testApp, 'instagram')
  facebook = await openInbox(testApp, 'facebook')
  await testApp.work()
})
afterAll(() => testApp.close())

const received = (inbox: Inbox, input = {}) => receiveComment(testApp, inbox, input)
const reply = (id: string, body: unknown = { text: 'Thank you' }, options = {}) =>
  testApp.call('POST', `/v1/comments/${id}/reply`, body, options)
const hide = (id: string, hidden: unknown = true) =>
  testApp.call('POST', `/v1/comments/${id}/hide`, hidden === 'nothing' ? {} : { hidden })

describe('hiding', () => {
  test.each(['threads', 'instagram', 'facebook'] as const)(
    'hides and shows on %s; repeating it changes nothing',
    async (platform) => {
      const inbox = { threads, instagram, facebook }[platform]
      const comment = await received(inbox)
      const isHidden = async () =>
        (await inbox.listOnPlatform()).find((each) => each.id === comment.posted.id)?.hidden
      for (const hidden of [true, true, false, false]) {
        const { status, body } = await hide(comment.id, hidden)
        expect(status).toBe(200)
        expect(body).toMatchObject({ id: comment.id, hidden })
        expect(await isHidden()).toBe(hidden)
      }
      await advanceMinutes(testApp, 61)
      expect(await inbox.find(comment.posted)).toMatchObject({ hidden: false, can_reply: true })
    },
  )

  test('nested replies on Threads and own replies return hide_not_supported', async () => {
    const top = await received(threads)
    const nested = await received(threads, { parent: top.posted.id })
    expect(nested).toMatchObject({ parent_comment_id: top.id, can_hide: false })
    const ownReplyId = (await reply(top.id)).body.id
    for (const id of [nested.id, ownReplyId]) {
      const { status, body } = await hide(id)
      expect([status, body.error.code]).toEqual([422, 'hide_not_supported'])
    }
  })

  test.each(['threads', 'instagram', 'facebook'] as const)(
    'a comment deleted on %s since its last sync returns hide_not_supported and is marked deleted',
    async (platform) => {
      const inbox = { threads, instagram, facebook }[platform]
      const comment = await received(inbox)
      const before = await inbox.find(comment.posted)
      await inbox.remove(comment.posted.id)
      const { status, body } = await hide(comment.id)
      expect([status, body.error.code]).toEqual([422, 'hide_not_supported'])
      expect(body.error.details).toMatchObject([{ path: 'id', code: 'comment_gone' }])
      const expected = { ...before, deleted_at: testApp.clock.now().toISOString() }
      expect(await inbox.find(comment.posted)).toEqual({
        ...expected,
        can_reply: false,
        can_hide: false,
      })
    },
  )

  test('a value that is not a boolean is refused', async () => {
    const comment = await received(threads)
    for (const hidden of ['true', 1, null, 'nothing']) {
      expect((await hide(comment.id, hidden)).body.error).toMatchObject({
        code: 'validation_failed',
        param: 'hidden',
      })
    }
  })
})
