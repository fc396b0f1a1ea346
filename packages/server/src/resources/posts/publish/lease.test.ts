import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildWebhook } from '../../../../test/build.ts'
import { connectAccount, playOn } from '../../../../test/publishing.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import type { Context } from '../../../context.ts'
import type { PlatformValue } from '../../../core/networks.ts'
import { isUnexpired, readClocks } from '../../../jobs/leases.ts'
import { PlatformError } from '../../../platforms/errors.ts'
import type { PublishAbility } from '../../../platforms/publish.ts'
import type { Post } from '../../../schemas/post.ts'
import { claimTargets, type TargetClaim } from './claim.ts'
import { publishTarget } from './target.ts'

let testApp: TestApp
let count = 0

beforeAll(async () => {
  testApp = await openTestApp({ poolMax: 6 })
  await buildWebhook(testApp)
})
afterAll(() => testApp.close())

/** A post that is due on a fresh account, claimed by a worker. */
async function claimed(platform: PlatformValue = 'threads') {
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
  const [claim] = await claimTargets(testApp.ctx.db.read, testApp.clock.now(), 10)
  return { post: body as Post, claim: claim!, place: `${platform}:${username}` }
}

/** The context of a worker to whom something happens around the commit's call. */
function around(at: { [when in 'ready' | 'before' | 'after']?: () => Promise<void> }): Context {
  const wrap = (ability: PublishAbility): PublishAbility => ({
    ...ability,
    prepare: async (input) => {
      const prepared = await ability.prepare(input)
      if (prepared.state === 'ready') await at.ready?.()
      return prepared
    },
    commit: async (input) => {
      await at.before?.()
      const committed = await ability.commit(input)
      await at.after?.()
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

/** Goes on with the target under this context until the commit was begun, or four times. */
async function publishWith(ctx: Context, first: TargetClaim): Promise<void> {
  let claim: TargetClaim | undefined = first
  for (let pass = 0; claim && pass < 4; pass += 1) {
    // Whoever looks at the claim from outside sees the one that is worked under.
    Object.assign(first, claim)
    await publishTarget(ctx, first)
    testApp.clock.advance(2_000)
    const [again] = await claimTargets(testApp.ctx.db.read, testApp.clock.now(), 1)
    claim = again
  }
}

/** Another worker finds the lease at its end and does what it does with the target. */
async function takeOver(claim: TargetClaim, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await testApp.ctx.db.pool.query('update post_target set lease_until = null where id = $1', [
      claim.key,
    ])
    const claims = await claimTargets(testApp.ctx.db.read, testApp.clock.now(), 10)
    for (const each of claims) await publishTarget(testApp.ctx, each)
    testApp.clock.advance(2_000)
  }
}

async function statusOf(post: Post): Promise<string> {
  const { body } = await testApp.call('GET', `/v1/posts/${post.id}`)
  return body.targets[0].status
}

async function onPlatform(place: string): Promise<number> {
  return (await testApp.sandbox.control('GET', `/posts?account=${place}`)).data.length
}

async function publishedEvents(post: Post): Promise<number> {
  const { rows } = await testApp.ctx.db.pool.query(
    `select 1 from event where type = 'post.published' and convert_from(body, 'utf8') like $1`,
    [`%${post.id}%`],
  )
  return rows.length
}

describe('a lease lost while the platform is asked to publish', () => {
  test.each([
    ['the other worker has only seen that the commit was begun', 1],
    ['the other worker has looked for the post and not found it', 3],
  ])('%s: the answer still counts, once', async (_words, steps) => {
    const { post, claim, place } = await claimed()
    await publishWith(around({ before: () => takeOver(claim, steps) }), claim)
    expect(await statusOf(post)).toBe('published')
    await playOn(testApp)
    expect(await onPlatform(place)).toBe(1)
    expect(await publishedEvents(post)).toBe(1)
  })

  test('a post found by the other worker is not told a second time by the late answer', async () => {
    const { post, claim, place } = await claimed()
    await publishWith(around({ after: () => takeOver(claim, 4) }), claim)
    await playOn(testApp)
    expect(await statusOf(post)).toBe('published')
    expect(await onPlatform(place)).toBe(1)
    expect(await publishedEvents(post)).toBe(1)
  })

  test('an answer that the owner has overruled changes nothing', async () => {
    const { post, claim, place } = await claimed()
    const [target] = post.targets
    const resolve = async () => {
      await takeOver(claim, 1)
      const path = `/v1/posts/${post.id}/targets/${target!.id}/resolve`
      await testApp.call('POST', path, { platform_post_id: '4711' })
    }
    await publishWith(around({ before: resolve }), claim)
    await playOn(testApp)
    const { body } = await testApp.call('GET', `/v1/posts/${post.id}`)
    const resolved = body.targets[0].platform_post_id === '4711'
    expect(body.targets[0].status).toBe('published')
    expect(await publishedEvents(post)).toBe(1)
    expect([resolved, await onPlatform(place)]).toEqual([true, 1])
  })

  test('a refusal that comes late ends the target instead of leaving it unknown', async () => {
    const { post, claim, place } = await claimed()
    const refuse = async () => {
      await takeOver(claim, 1)
      throw new PlatformError('rejected', { reason: 'content_rejected' })
    }
    await publishWith(around({ before: refuse }), claim)
    expect(await statusOf(post)).toBe('failed')
    expect(await onPlatform(place)).toBe(0)
  })
})

test('a worker that learns too late that the target is its own publishes nothing', async () => {
  const { post, claim, place } = await claimed()
  const sent: string[] = []
  let unlocked = Promise.resolve()
  // The write before the commit waits for a lock until the lease is over, and then succeeds.
  const ready = async () => {
    const unlock = await lockRow(claim)
    unlocked = aLeaseAfterItWaits().then(unlock)
  }
  const before = async () => void sent.push(place)
  await publishTarget(testApp.ctx, claim)
  testApp.clock.advance(30_000)
  const [again] = await claimTargets(testApp.ctx.db.read, testApp.clock.now(), 1)
  Object.assign(claim, again)
  await publishTarget(around({ ready, before }), claim)
  await unlocked
  expect(sent).toEqual([])
  expect(await onPlatform(place)).toBe(0)
  await playOn(testApp)
  expect(await statusOf(post)).toBe('published')
  expect(await onPlatform(place)).toBe(1)
})

/** A write renews the lease from the moment on in which it was asked for, which is not before now. */
async function aLeaseAfterItWaits(): Promise<void> {
  const waiting = `select 1 from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`
  const count = async () => (await testApp.ctx.db.pool.query(waiting)).rowCount
  await expect.poll(count, { timeout: 10_000 }).toBe(1)
  const requestedAt = readClocks()
  await expect.poll(() => isUnexpired({ requestedAt }), { timeout: 10_000 }).toBe(false)
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
