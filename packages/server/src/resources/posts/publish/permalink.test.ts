import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildWebhook } from '../../../../test/build.ts'
import { buildMedia } from '../../../../test/media-files.ts'
import {
  advanceUntilIdle,
  buildPost,
  connectAccount,
  newText,
  postEvents,
  readPost,
} from '../../../../test/publishing.ts'
import { openReceiver, type Receiver } from '../../../../test/receiver.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { Context } from '../../../context.ts'
import type { PublishAbility } from '../../../platforms/contract/publish.ts'
import type { Account } from '../../../schemas/account.ts'
import type { Target } from '../../../schemas/target.ts'
import { claimTargets } from './claim.ts'
import { publishTarget } from './run.ts'

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

const testApp = useTestApp({ listening: true, poolMax: 4 })
let receiver: Receiver
const accounts = {} as Record<Platform, Account>
const media = {} as Record<Platform, string>

beforeAll(async () => {
  receiver = await openReceiver()
  await buildWebhook(testApp, { url: receiver.url })
  for (const platform of platforms) {
    accounts[platform] = await connectAccount(testApp, platform, { account: usernames[platform] })
    const profile = accounts[platform].profile_id
    media[platform] = (await buildMedia(testApp, { profile })).id
  }
})
afterAll(() => receiver.close())
beforeEach(async () => {
  await testApp.sandbox.control('DELETE', '/faults')
  await testApp.sandbox.control('PUT', '/settings', { permalink_lag_ms: 0 })
})

/** Makes the next `times` reads of a post fail. */
const failPostReads = (platform: Platform, times: number) =>
  testApp.sandbox.control('POST', '/faults', { platform, match: 'node', kind: 'http_500', times })

/** The context of a worker with another publish ability on each platform. */
function workerContext(change: (ability: PublishAbility) => PublishAbility): Context {
  const changed = [...testApp.ctx.platforms].map(
    ([value, platform]) =>
      [
        value,
        platform.publish ? { ...platform, publish: change(platform.publish) } : platform,
      ] as const,
  )
  return { ...testApp.ctx, platforms: new Map(changed) }
}

/** Publishes a post whose permalink the network does not return at first. */
async function publishWithoutPermalink(platform: Platform, failures: number): Promise<string> {
  // A page returns the permalink in the response to the post itself if it already has one.
  const lagMs = platform === 'facebook' ? 1_000 : 0
  await testApp.sandbox.control('PUT', '/settings', { permalink_lag_ms: lagMs })
  const account = accounts[platform]
  const post = await buildPost(testApp, {
    media: [{ id: media[platform] }],
    targets: [{ account_id: account.id }],
    text: newText(testApp),
  })
  const ctx = workerContext((ability) => ({
    ...ability,
    commit: async (input) => {
      const committed = await ability.commit(input)
      await failPostReads(platform, failures)
      return committed
    },
  }))
  for (let step = 0; step < stepsMax; step += 1) {
    const claims = await claimTargets(ctx.db, testApp.clock.now(), 10)
    for (const claim of claims) await publishTarget(ctx, claim)
    if ((await readTarget(post.id)).status === 'published') return post.id
    testApp.clock.advance(2_000)
  }
  throw new Error(`not published within ${stepsMax} steps`)
}

const readTarget = async (postId: string): Promise<Target> =>
  (await readPost(testApp, postId)).targets[0]!

/** The permalinks of the post's `post.published` events. */
async function publishedPermalinks(postId: string): Promise<unknown[]> {
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

test('resolving an unknown target emits post.published with the permalink', async () => {
  const fault = (match: string, kind: string, times: number) =>
    testApp.sandbox.control('POST', '/faults', { platform: 'threads', match, kind, times })
  await fault('publish', 'after_accepting_500', 1)
  await fault('posts', 'http_500', 1_000)
  const post = await buildPost(testApp, { targets: [{ account_id: accounts.threads.id }] })
  await advanceUntilIdle(testApp, 60_000)
  const target = await readTarget(post.id)
  expect(target.status).toBe('unknown')
  await testApp.sandbox.control('DELETE', '/faults')
  const { data } = await testApp.sandbox.control('GET', '/posts?account=threads:anna.bakes')
  const { id } = data.find((each: { text: string }) => each.text === post.text)
  const path = `/v1/posts/${post.id}/targets/${target.id}/resolve`
  expect((await testApp.call('POST', path, { platform_post_id: id })).status).toBe(200)
  await testApp.work()
  expect(await publishedPermalinks(post.id)).toEqual([expect.stringMatching(patterns.threads)])
})

describe.each(platforms)('%s', (platform) => {
  test.each([1, 4])(
    'reading the permalink fails %d times → one post.published with the permalink',
    async (failures) => {
      const id = await publishWithoutPermalink(platform, failures)
      expect(await readTarget(id)).toMatchObject({ status: 'published', permalink: null })
      expect(await publishedPermalinks(id)).toEqual([])
      await advanceUntilIdle(testApp, 5 * 60_000)
      const { permalink, published_at } = await readTarget(id)
      expect(permalink).toMatch(patterns[platform])
      expect(await publishedPermalinks(id)).toEqual([permalink])
      const [event] = (await postEvents(testApp, id)).slice(-1)
      expect(event?.data.published_at).toBe(published_at)
    },
  )

  test('no permalink within 5 minutes → post.published with a fallback URL', async () => {
    const id = await publishWithoutPermalink(platform, 1_000)
    await advanceUntilIdle(testApp, 5 * 60_000 - 1_000)
    expect(await publishedPermalinks(id)).toEqual([])
    await advanceUntilIdle(testApp)
    const { permalink, platform_post_id } = await readTarget(id)
    const www = testApp.ctx.config.platforms[platform]!.bases.authorize
    const expected =
      platform === 'facebook' ? `${www}/${platform_post_id}` : accounts[platform].profile_url
    expect(permalink).toBe(expected)
    expect(URL.canParse(permalink!)).toBe(true)
    expect(await publishedPermalinks(id)).toEqual([permalink])
  })

  test('a crash at any step between publishing and the event → one post, one event', async () => {
    for (let crashAtStep = 1; crashAtStep <= stepsMax; crashAtStep += 1) {
      const id = await publishWithoutPermalink(platform, 1)
      testApp.clock.advance(2_000)
      const { ctx, progress } = crashingWorker(crashAtStep)
      const claims = await claimTargets(testApp.ctx.db, testApp.clock.now(), 10)
      expect(claims).toHaveLength(1)
      await publishTarget(ctx, claims[0]!).catch(() => {})
      await testApp.ctx.db.pool.query(
        'update post_target set lease_until = null where lease_until is not null',
      )
      await advanceUntilIdle(testApp, 5 * 60_000)
      const { text } = await readPost(testApp, id)
      expect(await publishedPermalinks(id)).toEqual([expect.stringMatching(patterns[platform])])
      expect(await countOnPlatform(platform, text)).toBe(1)
      if (progress.steps < crashAtStep) return expect(crashAtStep).toBeGreaterThan(2)
    }
    throw new Error(`more than ${stepsMax} steps`)
  })

  test('disconnecting the account while the event waits → the event is sent with a fallback URL', async () => {
    const id = await publishWithoutPermalink(platform, 1_000)
    const { body } = await testApp.call('DELETE', `/v1/accounts/${accounts[platform].id}`)
    expect(body.status).toBe('disconnected')
    await advanceUntilIdle(testApp)
    expect(await publishedPermalinks(id)).toEqual([expect.stringMatching(/^http/)])
  })
})

/** A worker that throws at the n-th step: a network call, or before or after a transaction. */
function crashingWorker(crashAtStep: number) {
  const progress = { steps: 0 }
  const step = () => {
    progress.steps += 1
    if (progress.steps >= crashAtStep) throw new Error('simulated crash')
  }
  const { db } = testApp.ctx
  const ctx = workerContext((ability) => ({
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
  return { ctx: { ...ctx, db: { ...db, transact } }, progress }
}
