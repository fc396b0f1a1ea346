import { beforeAll, expect, test } from 'vitest'
import { buildAccount, buildKey, buildProfile } from '../../../test/build.ts'
import { buildWebhook } from '../../../test/build-webhook.ts'
import { openInbox } from '../../../test/inbox.ts'
import { buildPost, connectNewPerson } from '../../../test/publishing.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { Overview } from '../../schemas/overview.ts'
import type { Profile } from '../../schemas/profile.ts'

const testApp = useTestApp({ poolMax: 4 })
let bakery: Profile
let florist: Profile

beforeAll(async () => {
  bakery = await buildProfile(testApp, { name: 'Bakery' })
  florist = await buildProfile(testApp, { name: 'Florist' })
})

async function read(options: object = {}): Promise<Overview> {
  const { status, body } = await testApp.call('GET', '/v1/overview', undefined, options)
  expect(status).toBe(200)
  return body
}

/** What the lists answer that the parts of the overview are the beginning of. */
const list = async (path: string, options: object = {}) =>
  (await testApp.call('GET', path, undefined, options)).body.data

test('each part is the beginning of its list', async () => {
  const account = await connectNewPerson(testApp, bakery.id)
  const scheduled_at = new Date(testApp.clock.now().getTime() + 3_600_000).toISOString()
  const targets = [{ account_id: account.id }]
  await buildPost(testApp, { text: 'Bread', targets, mode: 'schedule', scheduled_at })
  const { id: failedId } = await buildPost(testApp, {
    text: 'Rolls',
    targets,
    mode: 'schedule',
    scheduled_at,
  })
  const { id: expiredId } = await buildAccount(testApp, { profile_id: florist.id })
  const { query: db } = testApp.ctx.db
  await db.updateTable('post').set({ status: 'failed' }).where('id', '=', failedId).execute()
  await db.updateTable('account').set({ status: 'expired' }).where('id', '=', expiredId).execute()
  await buildWebhook(testApp, { url: 'http://127.0.0.1:9/hooks' })
  const inbox = await openInbox(testApp, 'instagram', { profileId: florist.id })
  await inbox.addComment({ text: 'First' })
  await testApp.work()
  const overview = await read()
  expect(overview).toEqual({
    object: 'overview',
    statistics: (await testApp.call('GET', '/v1/statistics')).body,
    profiles: await list('/v1/profile-statistics?sort=attention'),
    accounts: await list('/v1/accounts'),
    expired_accounts: await list('/v1/accounts?status=expired'),
    unfinished_posts: await list('/v1/posts?status=failed'),
    unapproved_posts: [],
    next_posts: await list('/v1/posts?status=scheduled&order=asc'),
    media: [],
    newest_unanswered_comment: (await list('/v1/comments?reply_status=unreplied'))[0],
    webhooks: await list('/v1/webhooks'),
    setup: { profile: true, brand: false, account: true, post: true, webhook: true },
  })
  expect([overview.expired_accounts, overview.unfinished_posts, overview.next_posts]).toMatchObject(
    [[{ id: expiredId }], [{ id: failedId }], [{ text: 'Bread' }]],
  )
})

test('a profile key and the header get the parts of that profile only, without setup', async () => {
  const key = await buildKey(testApp, { profile_id: florist.id })
  const overview = await read({ key })
  expect(overview).toMatchObject({
    profiles: [{ profile_id: florist.id }],
    unfinished_posts: [],
    unapproved_posts: [],
    next_posts: [],
    webhooks: [],
    setup: null,
  })
  const { accounts, expired_accounts, newest_unanswered_comment } = overview
  const all = [...accounts!, ...expired_accounts!, newest_unanswered_comment!]
  expect(new Set(all.map(({ profile_id }) => profile_id))).toEqual(new Set([florist.id]))
  expect(await read({ profile: florist.id })).toEqual(overview)
})

test('parts that a key may not read are null, and a key without insights:read gets 403', async () => {
  const limited = await buildKey(testApp, { scopes: ['insights:read', 'posts:read'] })
  expect(await read({ key: limited })).toMatchObject({
    statistics: { object: 'statistics' },
    next_posts: [{ text: 'Bread' }],
    accounts: null,
    expired_accounts: null,
    media: null,
    newest_unanswered_comment: null,
    webhooks: null,
    setup: null,
  })
  const other = await buildKey(testApp, { scopes: ['posts:read'] })
  const { body } = await testApp.call('GET', '/v1/overview', undefined, { key: other })
  expect(body.error.code).toBe('insufficient_scope')
})
