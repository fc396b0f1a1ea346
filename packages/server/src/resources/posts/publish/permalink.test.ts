import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildWebhook } from '../../../../test/build.ts'
import { buildMedia } from '../../../../test/media-files.ts'
import {
  buildPost,
  connectAccount,
  newText,
  playOn,
  postEvents,
  readPost,
} from '../../../../test/publishing.ts'
import { openReceiver, type Receiver } from '../../../../test/receiver.ts'
import { openTestApp, type TestApp } from '../../../../test/test-app.ts'
import type { Context } from '../../../context.ts'
import type { PublishAbility } from '../../../platforms/publish.ts'
import type { Account } from '../../../schemas/account.ts'
import type { Target } from '../../../schemas/post.ts'
import { claimTargets } from './claim.ts'
import { publishTarget } from './target.ts'

const platforms = ['threads', 'instagram', 'facebook'] as const
type Platform = (typeof platforms)[number]
const usernames = {
  threads: 'anna.bakes',
  instagram: 'bergmann.bakery',
  facebook: 'anna.bergmann',
} as const
/** The network's own addresses, as the sandbox makes them. */
const patterns = {
  threads: /\/@anna\.bakes\/post\/[\w-]+$/,
  instagram: /\/p\/[\w-]+\/$/,
  facebook: /\/posts\/[\w-]+$/,
} as const
const stepsMax = 40

let testApp: TestApp
let receiver: Receiver
const accounts = {} as Record<Platform, Account>
const media = {} as Record<Platform, string>

beforeAll(async () => {
  testApp = await openTestApp({ listening: true, poolMax: 4 })
  receiver = await openReceiver()
  await buildWebhook(testApp, { url: receiver.url })
  for (const platform of platforms) {
    accounts[platform] = await connectAccount(testApp, platform, { account: usernames[platform] })
    const profile = accounts[platform].profile_id
    media[platform] = (await buildMedia(testApp, { profile })).id
  }
})
afterAll(async () => {
  await testApp.close()
  await receiver.close()
})
beforeEach(async () => {
  await testApp.sandbox.control('DELETE', '/faults')
  await testApp.sandbox.control('PUT', '/settings', { permalink_lag_ms: 0 })
})

/** From now on so many reads of a post fail. */
const failReads = (platform: Platform, times: number) =>
  testApp.sandbox.control('POST', '/faults', { platform, match: 'node', kind: 'http_500', times })

/** The context of a worker with another publish ability on each platform. */
function withAbility(change: (ability: PublishAbility) => PublishAbility): Context {
  const changed = [...testApp.ctx.platforms].map(
    ([value, platform]) =>
      [
        value,
        platform.publish ? { ...platform, publish: change(platform.publish) } : platform,
      ] as const,
  )
  return { ...testApp.ctx, platforms: new Map(changed) }
}

/** Publishes a post whose permalink the network does not tell at once. */
async function publishUnread(platform: Platform, failures: number): Promise<string> {
  // A page tells the address in the answer to the post itself, unless it has none yet.
  const lagMs = platform === 'facebook' ? 1_000 : 0
  await testApp.sandbox.control('PUT', '/settings', { permalink_lag_ms: lagMs })
  const account = accounts[platform]
  const post = await buildPost(testApp, {
    media: [{ id: media[platform] }],
    targets: [{ account_id: account.id }],
    text: newText(),
  })
  const ctx = withAbility((ability) => ({
    ...ability,
    commit: async (input) => {
      const committed = await ability.commit(input)
      await failReads(platform, failures)
      return committed
    },
  }))
  for (let step = 0; step < stepsMax; step += 1) {
    const claims = await claimTargets(ctx.db.read, testApp.clock.now(), 10)
    for (const claim of claims) await publishTarget(ctx, claim)
    if ((await targetOf(post.id)).status === 'published') return post.id
    testApp.clock.advance(2_000)
  }
  throw new Error('It was not published.')
}

const targetOf = async (postId: string): Promise<Target> =>
  (await readPost(testApp, postId)).targets[0]!

/** The permalinks of the post's `post.published` events. */
async function announced(postId: string): Promise<unknown[]> {
  const events = await postEvents(testApp, postId)
  return events.filter(({ type }) => type === 'post.published').map(({ data }) => data.permalink)
}

async function countOnPlatform(platform: Platform, text: string): Promise<number> {
  const { data } = await testApp.sandbox.control('GET', '/posts')
  return data.filter(
    (each: { platform: string; text: string; parent_id: string | null }) =>
      each.platform === platform && each.text === text && each.parent_id === null,
  ).length
}

test('an unknown target that the owner resolves → its event carries the permalink', async () => {
  const fault = (match: string, kind: string, times: number) =>
    testApp.sandbox.control('POST', '/faults', { platform: 'threads', match, kind, times })
  await fault('publish', 'after_accepting_500', 1)
  await fault('posts', 'http_500', 1_000)
  const post = await buildPost(testApp, { targets: [{ account_id: accounts.threads.id }] })
  await playOn(testApp, 60_000)
  const target = await targetOf(post.id)
  expect(target.status).toBe('unknown')
  await testApp.sandbox.control('DELETE', '/faults')
  const { data } = await testApp.sandbox.control('GET', '/posts?account=threads:anna.bakes')
  const { id } = data.find((each: { text: string }) => each.text === post.text)
  const path = `/v1/posts/${post.id}/targets/${target.id}/resolve`
  expect((await testApp.call('POST', path, { platform_post_id: id })).status).toBe(200)
  await testApp.work()
  expect(await announced(post.id)).toEqual([expect.stringMatching(patterns.threads)])
})

describe.each(platforms)('%s', (platform) => {
  test.each([1, 4])(
    'the read of the permalink fails %d times → one event, sent with the permalink',
    async (failures) => {
      const id = await publishUnread(platform, failures)
      expect(await targetOf(id)).toMatchObject({ status: 'published', permalink: null })
      expect(await announced(id)).toEqual([])
      await playOn(testApp, 5 * 60_000)
      const { permalink, published_at } = await targetOf(id)
      expect(permalink).toMatch(patterns[platform])
      expect(await announced(id)).toEqual([permalink])
      const [event] = (await postEvents(testApp, id)).slice(-1)
      expect(event?.data.published_at).toBe(published_at)
    },
  )

  test('the network never tells the permalink → after 5 minutes the event has a URL all the same', async () => {
    const id = await publishUnread(platform, 1_000)
    await playOn(testApp, 5 * 60_000 - 1_000)
    expect(await announced(id)).toEqual([])
    await playOn(testApp)
    const { permalink, platform_post_id } = await targetOf(id)
    const www = testApp.ctx.config.platforms[platform]!.bases.authorize
    const expected =
      platform === 'facebook' ? `${www}/${platform_post_id}` : accounts[platform].profile_url
    expect(permalink).toBe(expected)
    expect(URL.canParse(permalink!)).toBe(true)
    expect(await announced(id)).toEqual([permalink])
  })

  test('a process that ends at any step between publishing and the event → one post, one event', async () => {
    for (let endsAt = 1; endsAt <= stepsMax; endsAt += 1) {
      const id = await publishUnread(platform, 1)
      testApp.clock.advance(2_000)
      const { ctx, alive } = dyingWorker(endsAt)
      const claims = await claimTargets(testApp.ctx.db.read, testApp.clock.now(), 10)
      expect(claims).toHaveLength(1)
      await publishTarget(ctx, claims[0]!).catch(() => {})
      await testApp.ctx.db.pool.query(
        'update post_target set lease_until = null where lease_until is not null',
      )
      await playOn(testApp, 5 * 60_000)
      const { text } = await readPost(testApp, id)
      expect(await announced(id)).toEqual([expect.stringMatching(patterns[platform])])
      expect(await countOnPlatform(platform, text)).toBe(1)
      if (alive.steps < endsAt) return expect(endsAt).toBeGreaterThan(2)
    }
    throw new Error('It takes more steps than expected.')
  })

  test('the account is disconnected while the event waits → the event is sent without asking', async () => {
    const id = await publishUnread(platform, 1_000)
    const { body } = await testApp.call('DELETE', `/v1/accounts/${accounts[platform].id}`)
    expect(body.status).toBe('disconnected')
    await playOn(testApp)
    expect(await announced(id)).toEqual([expect.stringMatching(/^http/)])
  })
})

/** A worker whose process ends at the n-th step: a call to the network, or a commit before or after it. */
function dyingWorker(endsAt: number) {
  const alive = { steps: 0 }
  const step = () => {
    alive.steps += 1
    if (alive.steps >= endsAt) throw new Error('the process ended here')
  }
  const { db } = testApp.ctx
  const ctx = withAbility((ability) => ({
    ...ability,
    readPermalink: async (input) => {
      step()
      return await ability.readPermalink!(input)
    },
  }))
  const transact: typeof db.transact = async (work) => {
    step()
    const result = await db.transact(work)
    step()
    return result
  }
  return { ctx: { ...ctx, db: { ...db, transact } }, alive }
}
