import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildWebhook } from '../../../../test/build.ts'
import { buildMedia, videoFixture } from '../../../../test/media-files.ts'
import { advanceUntilIdle, connectAccount, postEvents } from '../../../../test/publishing.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import type { Account } from '../../../schemas/account.ts'
import type { Post } from '../../../schemas/post.ts'
import type { Target } from '../../../schemas/target.ts'
import { nextLinkCheckAt } from './link-checks.ts'

const minute = 60_000

const testApp = useTestApp({ poolMax: 4 })
let account: Account
let mediaId: string
let count = 0

beforeAll(async () => {
  await buildWebhook(testApp)
  account = await connectAccount(testApp, 'tiktok', { account: 'anna.bakes' })
  mediaId = (
    await buildMedia(testApp, {
      bytes: videoFixture('reel.mp4'),
      profile: account.profile_id,
    })
  ).id
})
beforeEach(async () => {
  await testApp.sandbox.control('DELETE', '/faults')
})

/** Publishes a post on TikTok with this moderation time. */
async function publishModerated(moderationMs: number, privacy: string): Promise<Post> {
  await testApp.sandbox.control('PUT', '/settings', { tiktok_moderation_ms: moderationMs })
  count += 1
  const { status, body } = await testApp.call('POST', '/v1/posts', {
    text: `Moderated ${count}`,
    media: [{ id: mediaId }],
    mode: 'now',
    targets: [{ account_id: account.id, options: { privacy_level: privacy } }],
  })
  expect(status, JSON.stringify(body)).toBe(201)
  for (let step = 0; step < 30; step += 1) {
    await testApp.work()
    if ((await readTarget(body.id)).status === 'published') return body
    testApp.clock.advance(10_000)
  }
  throw new Error('not published within 30 steps')
}

const readTarget = async (id: string): Promise<Target> =>
  (await testApp.call('GET', `/v1/posts/${id}`)).body.targets[0]

async function publishedPermalinks(id: string): Promise<unknown[]> {
  const events = await postEvents(testApp, id)
  return events.filter(({ type }) => type === 'post.published').map(({ data }) => data.permalink)
}

describe('a TikTok post with a provisional id', () => {
  test('is published under the provisional id and gets its final id without a second event', async () => {
    const post = await publishModerated(4 * minute, 'PUBLIC_TO_EVERYONE')
    const before = await readTarget(post.id)
    expect(before.platform_post_id).toMatch(/\D/)
    expect(before.permalink).toMatch(/@anna\.bakes$/)
    await advanceUntilIdle(testApp)
    const after = await readTarget(post.id)
    expect(after.platform_post_id).toMatch(/^\d+$/)
    expect(after.permalink).toBe(`${before.permalink}/video/${after.platform_post_id}`)
    expect(after.published_at).toBe(before.published_at)
    expect(await publishedPermalinks(post.id)).toEqual([before.permalink])
  })

  test('keeps the provisional id if TikTok never returns the final one', async () => {
    const post = await publishModerated(60 * minute, 'PUBLIC_TO_EVERYONE')
    const before = await readTarget(post.id)
    await advanceUntilIdle(testApp, 40 * minute)
    expect(await readTarget(post.id)).toEqual(before)
    const { rows } = await testApp.ctx.db.pool.query(
      'select phase, due_at, progress_sealed from post_target where id = $1',
      [before.id],
    )
    expect(rows).toEqual([{ phase: null, due_at: null, progress_sealed: null }])
  })

  test('a failed check is repeated at the next time', async () => {
    const post = await publishModerated(30_000 + 2 * minute, 'PUBLIC_TO_EVERYONE')
    await testApp.sandbox.control('POST', '/faults', {
      platform: 'tiktok',
      match: 'status',
      kind: 'http_500',
    })
    await advanceUntilIdle(testApp)
    expect((await readTarget(post.id)).platform_post_id).toMatch(/^\d+$/)
  })

  test('a private post needs no link check', async () => {
    const post = await publishModerated(0, 'SELF_ONLY')
    const { rows } = await testApp.ctx.db.pool.query(
      'select due_at from post_target where post_id = $1',
      [post.id],
    )
    expect(rows).toEqual([{ due_at: null }])
  })
})

describe('a Threads post whose permalink is late', () => {
  test.each([undefined, 'Open until two'])(
    'emits post.published once the permalink is known; first comment: %s',
    async (first_comment) => {
      const threads = await connectAccount(testApp, 'threads', { account: 'anna.bakes' })
      await testApp.sandbox.control('PUT', '/settings', { permalink_lag_ms: 2 * minute })
      const { body } = await testApp.call('POST', '/v1/posts', {
        text: `Late ${first_comment}`,
        mode: 'now',
        targets: [{ account_id: threads.id, ...(first_comment ? { first_comment } : {}) }],
      })
      for (let step = 0; step < 10; step += 1) {
        await testApp.work()
        testApp.clock.advance(2_000)
      }
      const before = await readTarget(body.id)
      expect(before).toMatchObject({ status: 'published', permalink: null })
      expect(await publishedPermalinks(body.id)).toEqual([])
      await advanceUntilIdle(testApp)
      const after = await readTarget(body.id)
      expect(after.permalink).toMatch(/@anna\.bakes\/post\//)
      expect(after.platform_post_id).toBe(before.platform_post_id)
      expect(after.first_comment_status).toBe(first_comment ? 'sent' : null)
      expect(await publishedPermalinks(body.id)).toEqual([after.permalink])
      const { rows } = await testApp.ctx.db.pool.query(
        'select phase, due_at from post_target where id = $1',
        [after.id],
      )
      expect(rows).toEqual([{ phase: null, due_at: null }])
      await testApp.call('DELETE', `/v1/accounts/${threads.id}`)
    },
  )
})

test.each([
  [0, 1, false],
  [1, 5, false],
  [4.9, 5, false],
  [5, 30, false],
  [30, null, false],
  [0, 1 / 30, true],
  [1, 2, true],
  [4.9, 5, true],
  [5, null, true],
])(
  '%d minutes after publishing → next check at minute %s; event waiting: %s',
  (sinceMinutes, atMinutes, isAwaited) => {
    const published = new Date('2026-11-21T09:00:00Z')
    const now = new Date(published.getTime() + sinceMinutes * minute)
    const expected = atMinutes === null ? null : new Date(published.getTime() + atMinutes * minute)
    expect(nextLinkCheckAt(published, now, isAwaited)).toEqual(expected)
  },
)
