import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildWebhook } from '../../../test/build.ts'
import { advanceMinutes, type Inbox, openInbox, receiveComment } from '../../../test/inbox.ts'
import { advanceUntilIdle, buildPost, readPost } from '../../../test/publishing.ts'
import {
  countEvents,
  publishCounted,
  type RotatingTokens,
  runAccessChecks,
  useRotatingTokens,
} from '../../../test/rotating-tokens.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import type { Account } from '../../schemas/account.ts'
import { claimTargets } from '../posts/publish/claim.ts'
import { createPublisher } from '../posts/publish/publisher.ts'
import { publishTarget } from '../posts/publish/run.ts'
import { readTokens } from './tokens.ts'

const minuteMs = 60_000

let testApp: TestApp
let network: RotatingTokens
let inbox: Inbox
let account: Account

beforeEach(async () => {
  testApp = await openTestApp({ poolMax: 6 })
  network = useRotatingTokens(testApp)
  await buildWebhook(testApp)
  inbox = await openInbox(testApp, 'threads')
  account = inbox.account
  await testApp.work()
})
afterEach(() => testApp.close())

const readAccount = async (): Promise<Account> =>
  (await testApp.call('GET', `/v1/accounts/${account.id}`)).body
const runChecks = () => runAccessChecks(testApp.ctx)

/** Lets another process refresh the tokens before the first call of this name. */
function refreshElsewhereBefore(name: string): { isDone(): boolean } {
  let isDone = false
  network.beforeCall = async (called) => {
    if (isDone || called !== name) return
    isDone = true
    await network.refreshElsewhere(account.id)
  }
  return { isDone: () => isDone }
}

async function countComments(platformPostId: string, text: string): Promise<number> {
  const { data } = await testApp.sandbox.control('GET', `/posts/${platformPostId}/comments`)
  return data.filter((each: { text: string }) => each.text === text).length
}

describe('tokens refreshed by another process during a run', () => {
  test.each(['publish.prepare', 'publish.commit'])(
    'before %s → the step is repeated without a probe, as the same attempt',
    async (name) => {
      const hook = refreshElsewhereBefore(name)
      const { target, attempts } = await publishCounted(testApp, account)
      expect(hook.isDone()).toBe(true)
      expect(target.status).toBe('published')
      expect(attempts).toBe(1)
      expect(network).toMatchObject({ refreshes: 1, replays: 0, probes: 0, refused: [name] })
    },
  )

  test('before a first comment → it is written once', async () => {
    const hook = refreshElsewhereBefore('publish.comment')
    const first_comment = 'Recipe below'
    const targets = [{ account_id: account.id, first_comment }]
    const { id } = await buildPost(testApp, { targets })
    await advanceUntilIdle(testApp)
    expect(hook.isDone()).toBe(true)
    const [target] = (await readPost(testApp, id)).targets
    expect(target).toMatchObject({ status: 'published', first_comment_status: 'sent' })
    expect(await countComments(target!.platform_post_id!, first_comment)).toBe(1)
  })

  test('before a comment sync → the sync goes on in the same run', async () => {
    const hook = refreshElsewhereBefore('comments.listComments')
    const posted = await inbox.addComment()
    await advanceMinutes(testApp, 3)
    expect(hook.isDone()).toBe(true)
    expect(await inbox.find(posted)).toMatchObject({ text: posted.text })
    expect(network.refused).toContain('comments.listComments')
  })

  test('before a reply and a hide → the reply is sent once and the comment is hidden', async () => {
    const comment = await receiveComment(testApp, inbox)
    refreshElsewhereBefore('comments.reply')
    const path = `/v1/comments/${comment.id}`
    expect((await testApp.call('POST', `${path}/reply`, { text: 'Thanks' })).status).toBe(201)
    refreshElsewhereBefore('comments.hide')
    expect((await testApp.call('POST', `${path}/hide`, { hidden: true })).status).toBe(200)
    expect(await countComments(inbox.post, 'Thanks')).toBe(1)
    expect(network.refused).toEqual(['comments.reply', 'comments.hide'])
  })

  test('before reading insights → the day is stored in the same run', async () => {
    const hook = refreshElsewhereBefore('insights.readDays')
    await advanceMinutes(testApp, 10)
    await testApp.call('POST', '/v1/insights/syncs', { account_ids: [account.id] })
    await testApp.work()
    expect(hook.isDone()).toBe(true)
    const { body } = await testApp.call('GET', `/v1/accounts/${account.id}/insights`)
    expect(body.synced_at).not.toBeNull()
  })
})

describe('access that expired', () => {
  test('a post that is due refreshes it first and is published in its first attempt', async () => {
    testApp.clock.advance(300 * minuteMs)
    const { target, attempts } = await publishCounted(testApp, account)
    expect(target.status).toBe('published')
    expect(attempts).toBe(1)
    expect(network).toMatchObject({ refreshes: 1, replays: 0, refused: [] })
  })

  test('an account without work is refreshed daily, not hourly', async () => {
    for (let minutes = 0; minutes < 3 * 24 * 60; minutes += 15) {
      testApp.clock.advance(15 * minuteMs)
      await runChecks()
    }
    expect(network.refreshes).toBeGreaterThanOrEqual(2)
    expect(network.refreshes).toBeLessThanOrEqual(3)
    expect(await readAccount()).toMatchObject({ status: 'connected' })
  })

  test('an account with comments to read is refreshed once an hour', async () => {
    for (let minutes = 0; minutes < 200; minutes += 5) await advanceMinutes(testApp, 5)
    expect(network).toMatchObject({ refreshes: 3, replays: 0, refused: [] })
  })

  test('what the tokens are bound to is kept', async () => {
    const before = await readTokens(testApp.ctx, account.id)
    testApp.clock.advance(60 * minuteMs)
    await publishCounted(testApp, account)
    const after = await readTokens(testApp.ctx, account.id)
    expect(after?.access).not.toBe(before?.access)
    expect(after?.bound).toEqual({ server: 'https://pds.example' })
  })
})

describe('another process that does not finish its check of expired access', () => {
  test('a due post and a due first comment wait for it, and take one attempt each', async () => {
    const withComment = await buildPost(testApp, {
      targets: [{ account_id: account.id, first_comment: 'Recipe below' }],
    })
    await publishWithoutComment()
    const without = await buildPost(testApp, { targets: [{ account_id: account.id }] })
    testApp.clock.advance(60 * minuteMs)
    await setCheckLease(`now() + interval '1 hour'`)
    await createPublisher(testApp.ctx).runUntilIdle()
    expect(network.refreshes).toBe(0)
    await setCheckLease('null')
    await advanceUntilIdle(testApp)
    const { rows } = await testApp.ctx.db.pool.query(
      'select post_id, status, attempts, first_comment_status from post_target order by created_at',
    )
    const published = { status: 'published', attempts: 1 }
    expect(rows.filter(({ post_id }) => [withComment.id, without.id].includes(post_id))).toEqual([
      { post_id: withComment.id, ...published, first_comment_status: 'sent' },
      { post_id: without.id, ...published, first_comment_status: null },
    ])
    expect(network).toMatchObject({ refreshes: 1, replays: 0 })
  })

  const setCheckLease = async (until: string) =>
    await testApp.ctx.db.pool.query(
      `update account_poll set lease_until = ${until} where kind = 'access'`,
    )

  /** Publishes the due post; its first comment stays due. */
  async function publishWithoutComment(): Promise<void> {
    for (;;) {
      const [claim] = await claimTargets(testApp.ctx.db, testApp.clock.now(), 1)
      if (claim) await publishTarget(testApp.ctx, claim)
      const commentDue = await testApp.ctx.db.pool.query(
        "select 1 from post_target where phase = 'comment'",
      )
      if (commentDue.rowCount === 1) return
      testApp.clock.advance(2_000)
    }
  }
})

describe('a session that is over', () => {
  test('a post fails once with auth_expired, and the account expires with one event', async () => {
    network.endSessions()
    const { target, attempts } = await publishCounted(testApp, account)
    expect(target).toMatchObject({ status: 'failed', error: { code: 'auth_expired' } })
    expect(attempts).toBe(1)
    expect(await readAccount()).toMatchObject({
      status: 'expired',
      status_reason: 'token_revoked',
    })
    await advanceMinutes(testApp, 120)
    expect(await countEvents(testApp, 'account.expired')).toBe(1)
    expect(network.refused.filter((name) => name === 'refresh')).toHaveLength(1)
  })
})
