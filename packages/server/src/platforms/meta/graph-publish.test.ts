import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { instagramPublishCase } from '../../../test/platforms/instagram-publish-case.ts'
import {
  type Draft,
  failureOf,
  inputOf,
  openPublishFixture,
  type PublishFixture,
} from '../../../test/platforms/publish-fixture.ts'
import { threadsPublishCase } from '../../../test/platforms/threads-publish-case.ts'
import { comparableText } from './graph-publish.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
let fixture: PublishFixture

beforeAll(async () => {
  fixture = await openPublishFixture(start)
})
afterAll(() => fixture.close())
beforeEach(() => fixture.reset())

const platforms = [
  { platformCase: threadsPublishCase, login: 'anna.bakes', postsPerDay: 250 },
  { platformCase: instagramPublishCase, login: 'bergmann.bakery', postsPerDay: 100 },
]

describe.each(platforms)('$platformCase.value', ({ platformCase, login, postsPerDay }) => {
  const firstDraft = () =>
    fixture.draft(platformCase, platformCase.posts[0]!.content(fixture.files))
  const carouselDraft = () => {
    const carousel = platformCase.posts.find(({ name }) => name === 'carousel')!
    return fixture.draft(platformCase, carousel.content(fixture.files))
  }
  const preparedDraft = async (): Promise<Draft> => {
    const draft = await firstDraft()
    await fixture.prepare(draft)
    return draft
  }

  test('a commit right after FINISHED throws not_ready, and a later one publishes', async () => {
    await fixture.control('PUT', '/settings', { publish_lag_ms: 5_000 })
    const draft = await preparedDraft()
    expect(await commitUntilReady(draft)).toBeGreaterThan(0)
    expect(draft.progress.rebuilds).toBe(0)
    expect(await fixture.posts(draft)).toHaveLength(1)
  })

  test('after five not_ready commits another container is created', async () => {
    await fixture.control('PUT', '/settings', { publish_lag_ms: 3_600_000 })
    const draft = await preparedDraft()
    const first = draft.progress.container
    for (let commits = 1; commits <= 5; commits++) await commitTooEarly(draft, commits)
    await fixture.prepare(draft)
    expect(draft.progress).toMatchObject({ rebuilds: 1, commitsNotReady: 0 })
    expect(draft.progress.container).not.toBe(first)
    await fixture.control('PUT', '/settings', { publish_lag_ms: 0 })
    await fixture.commit(draft)
    expect(await fixture.posts(draft)).toHaveLength(1)
  })

  test('after three more containers it throws unavailable and publishes nothing', async () => {
    await fixture.control('PUT', '/settings', { publish_lag_ms: 3_600_000 })
    const draft = await preparedDraft()
    const exhaustContainers = async () => {
      for (;;) {
        draft.progress = { ...draft.progress, commitsNotReady: 5 }
        await fixture.prepare(draft)
      }
    }
    expect((await failureOf(draft, exhaustContainers())).kind).toBe('unavailable')
    expect(await fixture.posts(draft)).toEqual([])
  })

  test('a container that expired before its commit is created again', async () => {
    const draft = await preparedDraft()
    await fixture.advance(25 * 3_600)
    await commitTooEarly(draft, 1)
    await fixture.publish(draft)
    expect(await fixture.posts(draft)).toHaveLength(1)
  })

  test('a published container is not published again', async () => {
    const draft = await preparedDraft()
    const { platformPostId } = await fixture.follow(draft, await fixture.commit(draft))
    await commitTooEarly(draft, 1)
    expect(await fixture.publish(draft)).toMatchObject({ platformPostId })
    expect(await fixture.posts(draft)).toHaveLength(1)
  })

  test('a used daily quota throws daily_quota before any other call', async () => {
    const posts = Array.from({ length: postsPerDay }, () => ({
      account: `${platformCase.value}:${login}`,
      text: 'earlier',
      hours_ago: 1,
    }))
    for (const post of posts) await fixture.control('POST', '/posts', post)
    const draft = await firstDraft()
    await fixture.control('DELETE', '/calls')
    const err = await failureOf(draft, draft.ability.prepare(inputOf(draft)))
    expect(err).toMatchObject({ kind: 'rate_limited', reason: 'daily_quota' })
    expect(err.platformMessage).toContain(`${postsPerDay} of ${postsPerDay}`)
    expect((await fixture.listCalls()).map(({ name }) => name)).toEqual(['quota'])
  })

  test('the quota is read once per post', async () => {
    const draft = await carouselDraft()
    let reads = 0
    let state: string
    do {
      await fixture.control('DELETE', '/calls')
      const prepared = await draft.ability.prepare(inputOf(draft))
      reads += (await fixture.listCalls()).filter(({ name }) => name === 'quota').length
      draft.progress = prepared.progress
      state = prepared.state
      if (prepared.state === 'wait') await fixture.advance(prepared.seconds)
    } while (state === 'wait')
    expect(reads).toBe(1)
  })

  test('a container is polled after 1, 2, 4 and at most 30 seconds', async () => {
    const draft = await firstDraft()
    await fixture.control('PUT', '/settings', { text_ms: 3_600_000, image_ms: 3_600_000 })
    const seconds: number[] = []
    for (let poll = 0; poll < 8; poll++) {
      const prepared = await draft.ability.prepare(inputOf(draft))
      draft.progress = prepared.progress
      if (prepared.state === 'wait') seconds.push(prepared.seconds)
    }
    expect(seconds).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
  })

  test('a file that is not media throws media_invalid', async () => {
    const { files } = fixture
    const broken = [files.broken(files.jpeg()), files.broken(files.mp4())]
    for (const media of broken) {
      const draft = await fixture.draft(platformCase, { text: 'Broken', media: [media] })
      const err = await failureOf(draft, fixture.publish(draft))
      expect(err).toMatchObject({ kind: 'rejected', reason: 'media_invalid' })
      expect(await fixture.posts(draft)).toEqual([])
    }
  })

  test('one unreachable file refuses the whole carousel', async () => {
    const { files } = fixture
    for (const missing of [files.missing(files.jpeg()), files.missing(files.mp4())]) {
      const draft = await fixture.draft(platformCase, {
        text: 'Shelf',
        media: [files.jpeg(), missing],
      })
      const err = await failureOf(draft, fixture.publish(draft))
      expect(err).toMatchObject({ kind: 'rejected', reason: 'media_unreachable' })
    }
  })

  test('a file that is reachable the second time is published', async () => {
    const { files } = fixture
    const image = files.jpeg()
    const draft = await fixture.draft(platformCase, { text: 'Late', media: [files.missing(image)] })
    const first = await draft.ability.prepare(inputOf(draft))
    expect(first).toMatchObject({ state: 'wait', seconds: 10, progress: { refetches: 1 } })
    await fixture.publish({
      ...draft,
      progress: first.progress,
      content: { ...draft.content, media: [image] },
    })
    expect(await fixture.posts(draft)).toHaveLength(1)
  })

  test('another post with the same text does not match', async () => {
    const { text } = platformCase.posts[0]!.content(fixture.files)
    const draft = await preparedDraft()
    const earlier = { account: `${platformCase.value}:${login}`, text, hours_ago: 1 }
    await fixture.control('POST', '/posts', earlier)
    const found = await draft.ability.find({ ...inputOf(draft), committedAt: start })
    expect(found).toEqual({ state: 'absent', certain: true })
    await fixture.fail(draft, platformCase.commitCall, 'after_accepting_500')
    await failureOf(draft, fixture.commit(draft))
    const [ours] = (await fixture.posts(draft)).sort((a, b) => b.created_at - a.created_at)
    const now = await draft.ability.find({ ...inputOf(draft), committedAt: start })
    expect(now).toMatchObject({ state: 'published', platformPostId: ours!.id })
  })

  test('of several posts that match none is taken, and the outcome is uncertain', async () => {
    const twice = [await preparedDraft(), await preparedDraft()]
    for (const draft of twice) await fixture.commit(draft)
    const [draft] = twice
    const found = await draft!.ability.find({ ...inputOf(draft!), committedAt: start })
    expect(found).toEqual({ state: 'absent', certain: false })
    const published = { ...draft!, progress: { ...draft!.progress, commitsNotReady: 1 } }
    await fixture.prepare(published)
    expect((await failureOf(published, fixture.commit(published))).kind).toBe('unavailable')
    expect(await fixture.posts(draft!)).toHaveLength(2)
  })

  test('a published container whose post is not in the list is uncertain', async () => {
    const draft = await preparedDraft()
    const { platformPostId } = await fixture.follow(draft, await fixture.commit(draft))
    await fixture.control('DELETE', `/posts/${platformPostId}`)
    const found = await draft.ability.find({ ...inputOf(draft), committedAt: start })
    expect(found).toEqual({ state: 'absent', certain: false })
  })

  test('a permalink that cannot be read is null', async () => {
    const draft = await preparedDraft()
    const { platformPostId } = await fixture.follow(draft, await fixture.commit(draft))
    const read = () => draft.ability.readPermalink!({ ...inputOf(draft), platformPostId })
    await fixture.fail(draft, 'node', 'http_500')
    expect(await read()).toBeNull()
    expect(await read()).toContain(platformCase.value)
  })

  test('the first comment appears under the post, once', async () => {
    const draft = await firstDraft()
    const { platformPostId } = await fixture.publish(draft)
    const input = { ...inputOf(draft), platformPostId, text: 'The recipe is on our page' }
    if (platformCase.value === 'threads') {
      expect((await failureOf(draft, draft.ability.comment!(input))).kind).toBe('not_ready')
      await fixture.advance(5)
    }
    await draft.ability.comment!(input)
    const { data } = (await fixture.control('GET', `/posts/${platformPostId}/comments`)) as {
      data: object[]
    }
    expect(data).toMatchObject([{ text: input.text, author_id: draft.account.platformAccountId }])
    await fixture.fail(draft, platformCase.value === 'threads' ? 'create' : 'comment', 'http_500')
    const err = await failureOf(draft, draft.ability.comment!(input))
    expect(err.kind).toBe('unavailable')
  })

  async function commitTooEarly(draft: Draft, commitsNotReady: number): Promise<void> {
    expect((await failureOf(draft, fixture.commit(draft))).kind).toBe('not_ready')
    draft.progress = { ...draft.progress, commitsNotReady }
    if (commitsNotReady < 5) await fixture.prepare(draft)
  }

  /** Prepares again after two seconds, as the caller does; returns the number of failed commits. */
  async function commitUntilReady(draft: Draft): Promise<number> {
    for (let commits = 0; ; commits++) {
      try {
        await fixture.commit(draft)
        return commits
      } catch (err) {
        expect(err).toMatchObject({ kind: 'not_ready' })
        draft.progress = { ...draft.progress, commitsNotReady: commits + 1 }
        await fixture.advance(2)
        await fixture.prepare(draft)
      }
    }
  }
})

test('texts are compared in the form in which platforms return them', () => {
  expect(comparableText('Fresh #bread\n\n today ')).toBe(comparableText('Fresh bread today'))
  expect(comparableText('cafe\u0301')).toBe(comparableText('caf\u00e9'))
  expect(comparableText('Fresh')).not.toBe(comparableText('fresh'))
})
