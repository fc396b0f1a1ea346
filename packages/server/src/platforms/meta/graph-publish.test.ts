import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { instagramPublishCase } from '../../../test/platforms/instagram-publish-case.ts'
import {
  type Draft,
  failureOf,
  inputOf,
  openPublishWorld,
  type PublishWorld,
} from '../../../test/platforms/publish-conformance-world.ts'
import { threadsPublishCase } from '../../../test/platforms/threads-publish-case.ts'
import { comparableText } from './graph-publish.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
let world: PublishWorld

beforeAll(async () => {
  world = await openPublishWorld(start)
})
afterAll(() => world.close())
beforeEach(() => world.reset())

const platforms = [
  { given: threadsPublishCase, login: 'anna.bakes', postsPerDay: 250 },
  { given: instagramPublishCase, login: 'bergmann.bakery', postsPerDay: 100 },
]

describe.each(platforms)('$given.value', ({ given, login, postsPerDay }) => {
  const firstDraft = () => world.draft(given, given.posts[0]!.content(world.files))
  const carouselDraft = () => {
    const carousel = given.posts.find(({ name }) => name === 'carousel')!
    return world.draft(given, carousel.content(world.files))
  }
  const preparedDraft = async (): Promise<Draft> => {
    const draft = await firstDraft()
    await world.prepare(draft)
    return draft
  }

  test('a commit in the lag after FINISHED is not_ready, and the next one publishes', async () => {
    await world.control('PUT', '/settings', { publish_lag_ms: 5_000 })
    const draft = await preparedDraft()
    expect(await commitUntilReady(draft)).toBeGreaterThan(0)
    expect(draft.progress.rebuilds).toBe(0)
    expect(await world.posts(draft)).toHaveLength(1)
  })

  test('after five commits that are not ready another container is made', async () => {
    await world.control('PUT', '/settings', { publish_lag_ms: 3_600_000 })
    const draft = await preparedDraft()
    const first = draft.progress.container
    for (let commits = 1; commits <= 5; commits++) await commitTooEarly(draft, commits)
    await world.prepare(draft)
    expect(draft.progress).toMatchObject({ rebuilds: 1, commitsNotReady: 0 })
    expect(draft.progress.container).not.toBe(first)
    await world.control('PUT', '/settings', { publish_lag_ms: 0 })
    await world.commit(draft)
    expect(await world.posts(draft)).toHaveLength(1)
  })

  test('after three more containers it gives up as unavailable, with nothing public', async () => {
    await world.control('PUT', '/settings', { publish_lag_ms: 3_600_000 })
    const draft = await preparedDraft()
    const wearOut = async () => {
      for (;;) {
        draft.progress = { ...draft.progress, commitsNotReady: 5 }
        await world.prepare(draft)
      }
    }
    expect((await failureOf(draft, wearOut())).kind).toBe('unavailable')
    expect(await world.posts(draft)).toEqual([])
  })

  test('a container that expired before its commit is made anew', async () => {
    const draft = await preparedDraft()
    await world.advance(25 * 3_600)
    await commitTooEarly(draft, 1)
    await world.publish(draft)
    expect(await world.posts(draft)).toHaveLength(1)
  })

  test('a container that is public already is not published again', async () => {
    const draft = await preparedDraft()
    const { platformPostId } = await world.follow(draft, await world.commit(draft))
    await commitTooEarly(draft, 1)
    expect(await world.publish(draft)).toMatchObject({ platformPostId })
    expect(await world.posts(draft)).toHaveLength(1)
  })

  test('a used-up day is daily_quota before any work is done', async () => {
    const posts = Array.from({ length: postsPerDay }, () => ({
      account: `${given.value}:${login}`,
      text: 'earlier',
      hours_ago: 1,
    }))
    for (const post of posts) await world.control('POST', '/posts', post)
    const draft = await firstDraft()
    await world.control('DELETE', '/calls')
    const err = await failureOf(draft, draft.ability.prepare(inputOf(draft)))
    expect(err).toMatchObject({ kind: 'rate_limited', reason: 'daily_quota' })
    expect(err.platformMessage).toContain(`${postsPerDay} of ${postsPerDay}`)
    expect((await world.callsMade()).map(({ name }) => name)).toEqual(['quota'])
  })

  test('the quota is read once for a post', async () => {
    const draft = await carouselDraft()
    let reads = 0
    let state: string
    do {
      await world.control('DELETE', '/calls')
      const prepared = await draft.ability.prepare(inputOf(draft))
      reads += (await world.callsMade()).filter(({ name }) => name === 'quota').length
      draft.progress = prepared.progress
      state = prepared.state
      if (prepared.state === 'wait') await world.advance(prepared.seconds)
    } while (state === 'wait')
    expect(reads).toBe(1)
  })

  test('looks at a container come 1, 2, 4 and at most 30 seconds apart', async () => {
    const draft = await firstDraft()
    await world.control('PUT', '/settings', { text_ms: 3_600_000, image_ms: 3_600_000 })
    const seconds: number[] = []
    for (let look = 0; look < 8; look++) {
      const prepared = await draft.ability.prepare(inputOf(draft))
      draft.progress = prepared.progress
      if (prepared.state === 'wait') seconds.push(prepared.seconds)
    }
    expect(seconds).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
  })

  test('a file that is no medium is media_invalid', async () => {
    const { files } = world
    const broken = [files.broken(files.jpeg()), files.broken(files.mp4())]
    for (const media of broken) {
      const draft = await world.draft(given, { text: 'Broken', media: [media] })
      const err = await failureOf(draft, world.publish(draft))
      expect(err).toMatchObject({ kind: 'rejected', reason: 'media_invalid' })
      expect(await world.posts(draft)).toEqual([])
    }
  })

  test('one file of a carousel that cannot be fetched refuses the whole', async () => {
    const { files } = world
    for (const missing of [files.missing(files.jpeg()), files.missing(files.mp4())]) {
      const draft = await world.draft(given, { text: 'Shelf', media: [files.jpeg(), missing] })
      const err = await failureOf(draft, world.publish(draft))
      expect(err).toMatchObject({ kind: 'rejected', reason: 'media_unreachable' })
    }
  })

  test('a file that can be fetched the second time is published', async () => {
    const { files } = world
    const image = files.jpeg()
    const draft = await world.draft(given, { text: 'Late', media: [files.missing(image)] })
    const first = await draft.ability.prepare(inputOf(draft))
    expect(first).toMatchObject({ state: 'wait', seconds: 10, progress: { refetches: 1 } })
    await world.publish({
      ...draft,
      progress: first.progress,
      content: { ...draft.content, media: [image] },
    })
    expect(await world.posts(draft)).toHaveLength(1)
  })

  test('another post with the same words is not taken for ours', async () => {
    const { text } = given.posts[0]!.content(world.files)
    const draft = await preparedDraft()
    const earlier = { account: `${given.value}:${login}`, text, hours_ago: 1 }
    await world.control('POST', '/posts', earlier)
    const found = await draft.ability.find({ ...inputOf(draft), committedAt: start })
    expect(found).toEqual({ state: 'absent', certain: true })
    await world.fail(draft, given.commitCall, 'after_accepting_500')
    await failureOf(draft, world.commit(draft))
    const [ours] = (await world.posts(draft)).sort((a, b) => b.created_at - a.created_at)
    const now = await draft.ability.find({ ...inputOf(draft), committedAt: start })
    expect(now).toMatchObject({ state: 'published', platformPostId: ours!.id })
  })

  test('a published container whose post is not in the list is uncertain', async () => {
    const draft = await preparedDraft()
    const { platformPostId } = await world.follow(draft, await world.commit(draft))
    await world.control('DELETE', `/posts/${platformPostId}`)
    const found = await draft.ability.find({ ...inputOf(draft), committedAt: start })
    expect(found).toEqual({ state: 'absent', certain: false })
  })

  test('an address that cannot be read is null and no failure', async () => {
    const draft = await preparedDraft()
    const { platformPostId } = await world.follow(draft, await world.commit(draft))
    const read = () => draft.ability.readPermalink!({ ...inputOf(draft), platformPostId })
    await world.fail(draft, 'node', 'http_500')
    expect(await read()).toBeNull()
    expect(await read()).toContain(given.value)
  })

  test('the first comment stands under the post, once', async () => {
    const draft = await firstDraft()
    const { platformPostId } = await world.publish(draft)
    const input = { ...inputOf(draft), platformPostId, text: 'The recipe is on our page' }
    await draft.ability.comment!(input)
    const { data } = (await world.control('GET', `/posts/${platformPostId}/comments`)) as {
      data: object[]
    }
    expect(data).toMatchObject([{ text: input.text, author_id: draft.account.platformAccountId }])
    await world.fail(draft, given.value === 'threads' ? 'create' : 'comment', 'http_500')
    const err = await failureOf(draft, draft.ability.comment!(input))
    expect(err.kind).toBe('unavailable')
  })

  async function commitTooEarly(draft: Draft, commitsNotReady: number): Promise<void> {
    expect((await failureOf(draft, world.commit(draft))).kind).toBe('not_ready')
    draft.progress = { ...draft.progress, commitsNotReady }
    if (commitsNotReady < 5) await world.prepare(draft)
  }

  /** As the caller does it: prepare again after two seconds; answers how often. */
  async function commitUntilReady(draft: Draft): Promise<number> {
    for (let commits = 0; ; commits++) {
      try {
        await world.commit(draft)
        return commits
      } catch (err) {
        expect(err).toMatchObject({ kind: 'not_ready' })
        draft.progress = { ...draft.progress, commitsNotReady: commits + 1 }
        await world.advance(2)
        await world.prepare(draft)
      }
    }
  }
})

test('texts are compared as they read back', () => {
  expect(comparableText('Fresh #bread\n\n today ')).toBe(comparableText('Fresh bread today'))
  expect(comparableText('cafe\u0301')).toBe(comparableText('caf\u00e9'))
  expect(comparableText('Fresh')).not.toBe(comparableText('fresh'))
})
