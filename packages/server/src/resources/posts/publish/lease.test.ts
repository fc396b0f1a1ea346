import { beforeAll, describe, expect, test } from 'vitest'
import { buildWebhook } from '../../../../test/build.ts'
import { advanceUntilIdle, connectAccount } from '../../../../test/publishing.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { Context } from '../../../context.ts'
import type { PlatformValue } from '../../../core/networks.ts'
import { isUnexpired, readClocks } from '../../../jobs/leases.ts'
import { PlatformError } from '../../../platforms/contract/errors.ts'
import type { PublishAbility } from '../../../platforms/contract/publish.ts'
import type { Post } from '../../../schemas/post.ts'
import { claimTargets, type TargetClaim } from './claim.ts'
import { publishTarget } from './run.ts'

const testApp = useTestApp({ poolMax: 6 })
let count = 0

beforeAll(async () => {
  await buildWebhook(testApp)
})

/** A due post on a new account, with its claimed target. */
async function claimDuePost(platform: PlatformValue = 'threads') {
  count += 1
  const username = `leaser.${count}`
  await testApp.sandbox.control('POST', '/people', {
    name: `Leaser ${count}`,
    accounts: [{ platform, username }],
  })
  const account = await connectAccount(testApp, platform, {
    person: `Leaser ${count}`,
    account: username,
  })
  const { body } = await testApp.call('POST', '/v1/posts', {
    text: `Lease ${count}`,
    mode: 'now',
    targets: [{ account_id: account.id }],
  })
  const [claim] = await claimTargets(testApp.ctx.db, testApp.clock.now(), 10)
  return { post: body as Post, claim: claim!, sandboxAccount: `${platform}:${username}` }
}

/** The context of a worker that runs `hooks` around its commit. */
function workerContext(
  hooks: { [when in 'ready' | 'before' | 'after']?: () => Promise<void> },
): Context {
  const wrap = (ability: PublishAbility): PublishAbility => ({
    ...ability,
    prepare: async (input) => {
      const prepared = await ability.prepare(input)
      if (prepared.state === 'ready') await hooks.ready?.()
      return prepared
    },
    commit: async (input) => {
      await hooks.before?.()
      const committed = await ability.commit(input)
      await hooks.after?.()
      return committed
    },
  })
  const platforms = new Map(
    [...testApp.ctx.platforms].map(([value, platform]) => [
      value,
      platform.publish ? { ...platform, publish: wrap(platform.publish) } : platform,
    ]),
  )
  return { ...testApp.ctx, platforms }
}

/** Runs the target in this context until it is no longer due, at most four times. */
async function publishUntilDone(ctx: Context, first: TargetClaim): Promise<void> {
  let claim: TargetClaim | undefined = first
  for (let pass = 0; claim && pass < 4; pass += 1) {
    // The hooks hold `first`, so it must carry the current claim.
    Object.assign(first, claim)
    await publishTarget(ctx, first)
    testApp.clock.advance(2_000)
    const [next] = await claimTargets(testApp.ctx.db, testApp.clock.now(), 1)
    claim = next
  }
}

/** Ends the lease and lets another worker process the target, `steps` times. */
async function takeOver(claim: TargetClaim, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await testApp.ctx.db.pool.query('update post_target set lease_until = null where id = $1', [
      claim.key,
    ])
    const claims = await claimTargets(testApp.ctx.db, testApp.clock.now(), 10)
    for (const each of claims) await publishTarget(testApp.ctx, each)
    testApp.clock.advance(2_000)
  }
}

async function statusOf(post: Post): Promise<string> {
  const { body } = await testApp.call('GET', `/v1/posts/${post.id}`)
  return body.targets[0].status
}

async function countOnPlatform(sandboxAccount: string): Promise<number> {
  return (await testApp.sandbox.control('GET', `/posts?account=${sandboxAccount}`)).data.length
}

async function countPublishedEvents(post: Post): Promise<number> {
  const { rows } = await testApp.ctx.db.pool.query(
    `select 1 from event where type = 'post.published' and convert_from(body, 'utf8') like $1`,
    [`%${post.id}%`],
  )
  return rows.length
}

describe('a lease lost during the commit', () => {
  test.each([
    ['the other worker has seen only that the commit started', 1],
    ['the other worker has searched for the post in vain', 3],
  ])('%s → the late response still counts, once', async (_, steps) => {
    const { post, claim, sandboxAccount } = await claimDuePost()
    await publishUntilDone(workerContext({ before: () => takeOver(claim, steps) }), claim)
    expect(await statusOf(post)).toBe('published')
    await advanceUntilIdle(testApp)
    expect(await countOnPlatform(sandboxAccount)).toBe(1)
    expect(await countPublishedEvents(post)).toBe(1)
  })

  test('a late response after the other worker found the post emits no second event', async () => {
    const { post, claim, sandboxAccount } = await claimDuePost()
    await publishUntilDone(workerContext({ after: () => takeOver(claim, 4) }), claim)
    await advanceUntilIdle(testApp)
    expect(await statusOf(post)).toBe('published')
    expect(await countOnPlatform(sandboxAccount)).toBe(1)
    expect(await countPublishedEvents(post)).toBe(1)
  })

  test('a late response after the owner resolved the target changes nothing', async () => {
    const { post, claim, sandboxAccount } = await claimDuePost()
    const [target] = post.targets
    const resolve = async () => {
      await takeOver(claim, 1)
      const path = `/v1/posts/${post.id}/targets/${target!.id}/resolve`
      await testApp.call('POST', path, { platform_post_id: '4711' })
    }
    await publishUntilDone(workerContext({ before: resolve }), claim)
    await advanceUntilIdle(testApp)
    const { body } = await testApp.call('GET', `/v1/posts/${post.id}`)
    const resolved = body.targets[0].platform_post_id === '4711'
    expect(body.targets[0].status).toBe('published')
    expect(await countPublishedEvents(post)).toBe(1)
    expect([resolved, await countOnPlatform(sandboxAccount)]).toEqual([true, 1])
  })

  test('a late rejection fails the target instead of leaving it unknown', async () => {
    const { post, claim, sandboxAccount } = await claimDuePost()
    const refuse = async () => {
      await takeOver(claim, 1)
      throw new PlatformError('rejected', { reason: 'content_rejected' })
    }
    await publishUntilDone(workerContext({ before: refuse }), claim)
    expect(await statusOf(post)).toBe('failed')
    expect(await countOnPlatform(sandboxAccount)).toBe(0)
  })
})

test('a worker whose lease expired before the commit publishes nothing', async () => {
  const { post, claim, sandboxAccount } = await claimDuePost()
  const sent: string[] = []
  let unlocked = Promise.resolve()
  // The update before the commit waits for a lock until the lease has expired, and then succeeds.
  const ready = async () => {
    const unlock = await lockRow(claim)
    unlocked = waitUntilLeaseExpired().then(unlock)
  }
  const before = async () => void sent.push(sandboxAccount)
  await publishTarget(testApp.ctx, claim)
  testApp.clock.advance(30_000)
  const [again] = await claimTargets(testApp.ctx.db, testApp.clock.now(), 1)
  Object.assign(claim, again)
  await publishTarget(workerContext({ ready, before }), claim)
  await unlocked
  expect(sent).toEqual([])
  expect(await countOnPlatform(sandboxAccount)).toBe(0)
  await advanceUntilIdle(testApp)
  expect(await statusOf(post)).toBe('published')
  expect(await countOnPlatform(sandboxAccount)).toBe(1)
})

/** Waits until a write is blocked and then for the duration of a lease. */
async function waitUntilLeaseExpired(): Promise<void> {
  const waiting = `select 1 from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`
  const count = async () => (await testApp.ctx.db.pool.query(waiting)).rowCount
  await expect.poll(count).toBe(1)
  const requestedAt = readClocks()
  await expect.poll(() => isUnexpired({ requestedAt })).toBe(false)
}

async function lockRow(claim: TargetClaim): Promise<() => Promise<void>> {
  const locker = await testApp.ctx.db.pool.connect()
  await locker.query('begin')
  await locker.query('select 1 from post_target where id = $1 for update', [claim.key])
  return async () => {
    await locker.query('commit')
    locker.release()
  }
}
