import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildWebhook } from '../../../test/build.ts'
import { type Inbox, openInbox, receiveComment } from '../../../test/inbox.ts'
import { advanceUntilIdle, buildPost, readPost } from '../../../test/publishing.ts'
import {
  countEvents,
  publishCounted,
  type RotatingTokens,
  runAccessChecks,
  useRotatingTokens,
} from '../../../test/rotating-tokens.ts'
import { openTestApp, type TestApp } from '../../../test/test-app.ts'
import { works } from '../../app.ts'
import type { Context } from '../../context.ts'
import { limits } from '../../core/limits.ts'
import { DatabaseUnavailable } from '../../database/unavailable.ts'
import { createWorkLoop } from '../../jobs/loop.ts'
import { rotateEncryptionKey } from '../../operation/rotate.ts'
import { PlatformError } from '../../platforms/contract/errors.ts'
import type { Account } from '../../schemas/account.ts'
import { claimTargets } from '../posts/publish/claim.ts'
import { createPublisher } from '../posts/publish/publisher.ts'
import { readTokens } from './tokens.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

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

describe('refreshing', () => {
  test('a response that is lost → the account expires once, without more refreshes', async () => {
    network.afterRefresh = async () => {
      network.afterRefresh = async () => {}
      throw new PlatformError('unavailable')
    }
    testApp.clock.advance(dayMs)
    await runChecks()
    expect(await readAccount()).toMatchObject({ status: 'connected' })
    for (let hours = 0; hours < 72; hours += 1) {
      testApp.clock.advance(60 * minuteMs)
      await runChecks()
    }
    expect(await readAccount()).toMatchObject({ status: 'expired' })
    expect(network).toMatchObject({ refreshes: 1, replays: 1 })
    expect(await countEvents(testApp, 'account.expired')).toBe(1)
  })

  test('a process that stalls before it stores the response does not revive the account', async () => {
    const stalled = Promise.withResolvers<void>()
    const refreshed = Promise.withResolvers<void>()
    network.afterRefresh = async () => {
      refreshed.resolve()
      await stalled.promise
    }
    testApp.clock.advance(dayMs)
    const stalledWork = runChecks()
    await refreshed.promise
    await testApp.ctx.db.pool.query('update account_poll set lease_until = null')
    // The other process does not know why the run did not end, and waits first.
    await runChecks()
    testApp.clock.advance(limits.work.abandonedDelay.firstMs)
    await runChecks()
    expect(await readAccount()).toMatchObject({ status: 'expired' })
    stalled.resolve()
    await stalledWork
    expect(await readAccount()).toMatchObject({ status: 'expired' })
    expect(network).toMatchObject({ refreshes: 1, replays: 1 })
    expect(await countEvents(testApp, 'account.expired')).toBe(1)
  })

  test('the database is away after the response → the tokens are stored as soon as it is back', async () => {
    let failures = 3
    const { db } = testApp.ctx
    const interrupted: Context['db'] = {
      ...db,
      transact: async (work) => {
        if (network.refreshes === 1 && failures > 0) {
          failures -= 1
          throw new DatabaseUnavailable('gone', null)
        }
        return await db.transact(work)
      },
    }
    testApp.clock.advance(dayMs)
    await runAccessChecks({ ...testApp.ctx, db: interrupted })
    expect(failures).toBe(0)
    const stored = await readTokens(testApp.ctx, account.id)
    expect(stored?.refresh).toBe('refresh-2')
    expect(await publishCounted(testApp, account)).toMatchObject({
      target: { status: 'published' },
      attempts: 1,
    })
    expect(network).toMatchObject({ replays: 0, refused: [] })
  })

  test('an encryption key rotated during a refresh does not lose the new tokens', async () => {
    network.afterRefresh = async () => {
      await rotateEncryptionKey(testApp.ctx, { waitMsMax: 0, wait: async () => {} })
    }
    testApp.clock.advance(dayMs)
    await runChecks()
    expect((await readTokens(testApp.ctx, account.id))?.refresh).toBe('refresh-2')
    expect(network).toMatchObject({ refreshes: 1, replays: 0, refused: [] })
  })

  test('waits while a worker publishes a post of the account', async () => {
    await buildPost(testApp, { targets: [{ account_id: account.id }] })
    testApp.clock.advance(dayMs)
    const [claim] = await claimTargets(testApp.ctx.db, testApp.clock.now(), 1)
    await runChecks()
    expect(network.refreshes).toBe(0)
    await testApp.ctx.db.pool.query('update post_target set lease_until = null where id = $1', [
      claim!.key,
    ])
    testApp.clock.advance(minuteMs)
    await runChecks()
    expect(network.refreshes).toBe(1)
  })

  test('publishing, polls and requests that need it at the same time refresh once', async () => {
    const comment = await receiveComment(testApp, inbox)
    const { id } = await buildPost(testApp, { targets: [{ account_id: account.id }] })
    testApp.clock.advance(300 * minuteMs)
    const before = network.refreshes
    const [reply] = await Promise.all([
      testApp.call('POST', `/v1/comments/${comment.id}/reply`, { text: 'Thanks' }),
      createPublisher(testApp.ctx).runUntilIdle(),
      createPublisher(testApp.ctx).runUntilIdle(),
      createWorkLoop(testApp.ctx, works).runUntilIdle(),
    ])
    expect(reply.status).toBe(201)
    await advanceUntilIdle(testApp)
    expect((await readPost(testApp, id)).status).toBe('published')
    expect(network).toMatchObject({ refreshes: before + 1, replays: 0 })
  })
})

test('50 posts across several expiries with two workers → all published once, first attempt', async () => {
  const texts = Array.from({ length: 50 }, (_, index) => `Post ${index + 1} of 50`)
  const start = testApp.clock.now().getTime()
  for (const [index, text] of texts.entries()) {
    const scheduled_at = new Date(start + (index + 1) * 3 * minuteMs).toISOString()
    const targets = [{ account_id: account.id }]
    await buildPost(testApp, { text, mode: 'schedule', scheduled_at, targets })
  }
  for (let step = 0; step < texts.length + 5; step += 1) {
    testApp.clock.advance(3 * minuteMs)
    await Promise.all([
      createPublisher(testApp.ctx).runUntilIdle(),
      createPublisher(testApp.ctx).runUntilIdle(),
      createWorkLoop(testApp.ctx, works).runUntilIdle(),
    ])
  }
  const { rows } = await testApp.ctx.db.pool.query(
    `select t.status, t.attempts, count(*)::int as count
     from post_target t join post p on p.id = t.post_id where p.text like '% of 50' group by 1, 2`,
  )
  expect(rows).toEqual([{ status: 'published', attempts: 1, count: 50 }])
  const path = `/posts?account=${account.platform_account_id}&limit=1000`
  const { data } = await testApp.sandbox.control('GET', path)
  const published = data.map(({ text }: { text: string }) => text)
  expect(published.filter((text: string) => text.endsWith('of 50')).sort()).toEqual(texts.sort())
  expect(network.refreshes).toBeGreaterThanOrEqual(2)
  expect(network.replays).toBe(0)
  expect(await countEvents(testApp, 'post.published')).toBe(50)
  expect(await countEvents(testApp, 'account.expired')).toBe(0)
})
