import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Inbox, openInbox, receiveComment } from '../../../../test/inbox.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'

let testApp: TestApp
let threads: Inbox
let instagram: Inbox

beforeAll(async () => {
  testApp = await openTestApp()
  threads = await openInbox(testApp, 'threads')
  instagram = await openInbox(testApp, 'instagram')
  await testApp.work()
})
afterAll(() => testApp.close())

const received = (inbox: Inbox, input = {}) => receiveComment(testApp, inbox, input)
const reply = (id: string, body: unknown = { text: 'Thank you' }, options = {}) =>
  testApp.call('POST', `/v1/comments/${id}/reply`, body, options)
const hide = (id: string, hidden: unknown = true) =>
  testApp.call('POST', `/v1/comments/${id}/hide`, hidden === 'nothing' ? {} : { hidden })

describe('permissions', () => {
  const table = [
    ['threads', 'hide', 'threads_manage_replies'],
    ['instagram', 'reply', 'instagram_business_manage_comments'],
    ['instagram', 'hide', 'instagram_business_manage_comments'],
    ['threads', 'reply', 'threads_content_publish'],
  ] as const

  test.each(table)(
    'on %s to %s without %s returns permission_missing',
    async (platform, operation, scope) => {
      const inbox = platform === 'threads' ? threads : instagram
      const comment = await received(inbox)
      const { rows } = await testApp.ctx.db.pool.query(
        'select permissions_granted from account where id = $1',
        [inbox.account.id],
      )
      const granted: string[] = rows[0].permissions_granted
      const grant = (scopes: string[]) =>
        testApp.ctx.db.pool.query('update account set permissions_granted = $2 where id = $1', [
          inbox.account.id,
          scopes,
        ])
      await grant(granted.filter((each) => each !== scope))
      const { status, body } =
        operation === 'reply' ? await reply(comment.id) : await hide(comment.id)
      await grant(granted)
      expect([status, body.error.code]).toEqual([422, 'permission_missing'])
      expect(body.error.details).toMatchObject([
        { permission: scope, account_id: inbox.account.id },
      ])
      // Only the operation that needs the permission is refused.
      const other = operation === 'reply' ? await hide(comment.id) : await reply(comment.id)
      expect(other.status).toBeLessThan(300)
    },
  )

  test('replying on Threads needs only the publish permission', async () => {
    const comment = await received(threads)
    await testApp.ctx.db.pool.query(
      `update account set permissions_granted =
       array_remove(permissions_granted, 'threads_manage_replies') where id = $1`,
      [threads.account.id],
    )
    expect((await reply(comment.id)).status).toBe(201)
    await testApp.ctx.db.pool.query(
      `update account set permissions_granted =
       array_append(permissions_granted, 'threads_manage_replies') where id = $1`,
      [threads.account.id],
    )
  })

  test('a permission removed on the platform returns permission_missing', async () => {
    const comment = await received(instagram)
    const { data: grants } = await testApp.sandbox.control('GET', '/grants')
    const grant = grants.find((each: { platform: string }) => each.platform === 'instagram')
    await testApp.sandbox.control('POST', `/grants/${grant.id}/remove-permission`, {
      permission: 'instagram_business_manage_comments',
    })
    const { status, body } = await hide(comment.id)
    expect([status, body.error.code]).toEqual([422, 'permission_missing'])
    expect(body.error.details[0].permission).toBe('instagram_business_manage_comments')
  })

  test('a disconnected account can neither reply nor hide', async () => {
    const comment = await received(threads)
    await testApp.call('DELETE', `/v1/accounts/${threads.account.id}`)
    for (const { status, body } of [await reply(comment.id), await hide(comment.id)]) {
      expect([status, body.error.code]).toEqual([422, 'account_not_connected'])
    }
    expect((await testApp.call('GET', `/v1/comments/${comment.id}`)).status).toBe(200)
  })
})
