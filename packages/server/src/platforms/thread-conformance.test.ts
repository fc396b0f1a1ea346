import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishCases } from '../../test/platforms/publish-cases.ts'
import {
  type Draft,
  failureOf,
  inputOf,
  openPublishFixture,
  type PublishFixture,
} from '../../test/platforms/publish-fixture.ts'
import { PlatformError } from './contract/errors.ts'
import { laterPartOptions } from './contract/options.ts'
import type { PostContent, PublishedPost } from './contract/publish.ts'
import { platformDefinition } from './registry.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
/** More than any platform needs until a new part can be answered. */
const notReadyMax = 20
let fixture: PublishFixture

beforeAll(async () => {
  fixture = await openPublishFixture(start)
})
afterAll(() => fixture.close())
beforeEach(() => fixture.reset())

const threadCases = publishCases.filter(({ value }) => platformDefinition(value).publish?.thread)

test('Bluesky, Mastodon and Threads are among the networks with threads', () => {
  const values = threadCases.map(({ value }) => value)
  expect(values).toEqual(expect.arrayContaining(['bluesky', 'mastodon', 'threads']))
})

test.each([
  ['bluesky', ['languages', 'labels', 'shorten_links']],
  ['mastodon', ['visibility', 'spoiler_text', 'sensitive', 'language']],
  ['threads', ['reply_control']],
] as const)('%s: the options of the later parts are %j', (value, names) => {
  const shape = platformDefinition(value).publish!.options
  const all = Object.fromEntries(Object.keys(shape.shape).map((name) => [name, 'set']))
  expect(Object.keys(laterPartOptions(shape, all))).toEqual(names)
})

describe.each(threadCases)('$value', (platformCase) => {
  const texts = (...parts: string[]) => parts.map((text): Partial<PostContent> => ({ text }))

  /** Publishes the parts one after the other; `draft` is that of the first one. */
  const publishThread = async (contents: readonly Partial<PostContent>[]) => {
    const draft = await fixture.draft(platformCase, contents[0]!)
    const published = [await fixture.publish(draft)]
    for (const content of contents.slice(1)) {
      published.push(await publishPart(fixture.draftPart(draft, published, content)))
    }
    return { draft, published }
  }

  test('a part answers the one before it', async () => {
    const file = fixture.files.jpeg({ altText: 'A loaf' })
    const { draft, published } = await publishThread([
      { text: 'One' },
      { text: 'Two', media: [file] },
      { text: 'Three' },
    ])
    expect(await fixture.posts(draft)).toMatchObject([{ text: 'One' }])
    const [two, three] = await partsBelow(published)
    expect(two).toMatchObject({ text: 'Two', parent_id: null, media_ids: { length: 1 } })
    expect(three).toMatchObject({ text: 'Three', parent_id: two!.id })
    expect([two!.id, three!.id].map(lastSegment)).toEqual(
      published.slice(1).map(({ platformPostId }) => platformPostId),
    )
    for (const { platformPostId, permalink } of published) {
      const input = { ...inputOf(draft), platformPostId }
      expect(permalink ?? (await draft.ability.readPermalink?.(input))).toMatch(/^http/)
    }
  })

  test('a part with the text of the one before it is found after a lost response', async () => {
    const { draft, published } = await publishThread(texts('Again'))
    const part = fixture.draftPart(draft, published, { text: 'Again' })
    await preparePart(part)
    const committedAt = await now()
    await fixture.fail(part, platformCase.commitCall, 'after_accepting_500')
    expect((await failureOf(part, fixture.commit(part))).kind).toBe('unavailable')
    const found = await part.ability.find({ ...inputOf(part), committedAt })
    const [live] = await partsBelow(published)
    const platformPostId = lastSegment(live!.id)
    expect(found).toMatchObject({ state: 'published', platformPostId })
  })

  test('the first part is found although another part has its text', async () => {
    const { draft, published } = await publishThread(texts('Again', 'Again'))
    const found = await draft.ability.find({ ...inputOf(draft), committedAt: start })
    expect(found).toMatchObject({
      state: 'published',
      platformPostId: published[0]!.platformPostId,
    })
  })

  test('a part whose commit publishes nothing is absent for certain, then published once', async () => {
    const { draft, published } = await publishThread(texts('One'))
    const part = fixture.draftPart(draft, published, { text: 'Two' })
    await preparePart(part)
    await fixture.fail(part, platformCase.commitCall, 'http_500')
    expect((await failureOf(part, fixture.commit(part))).kind).toBe('unavailable')
    const found = await part.ability.find({ ...inputOf(part), committedAt: await now() })
    expect(found).toEqual({ state: 'absent', certain: true })
    await fixture.follow(part, await fixture.commit(part))
    expect(await partsBelow(published)).toHaveLength(1)
  })

  test.each([
    ['the first part', texts('One')],
    ['a later part', texts('One', 'Two')],
  ])('after %s was deleted the next one is refused', async (_name, contents) => {
    const { draft, published } = await publishThread(contents)
    const part = fixture.draftPart(draft, published, { text: 'Next' })
    expect(await removePart(draft, published.at(-1)!)).toBe('removed')
    const err = await failureOf(part, publishPart(part))
    expect(err).toMatchObject({
      kind: 'rejected',
      reason: 'part_deleted',
      platformMessage: 'The part before it was deleted.',
    })
    expect(await partsBelow(published)).toEqual([])
    expect(await fixture.posts(part)).toHaveLength(contents.length - 1)
  })

  test('parts are deleted from the last to the first', async () => {
    const { draft, published } = await publishThread(texts('One', 'Two', 'Three'))
    for (const part of published.toReversed()) {
      expect(await removePart(draft, part)).toBe('removed')
      expect(await removePart(draft, part)).toBe('not_found')
    }
    expect(await fixture.posts(draft)).toEqual([])
  })

  test('only the first part is a post of the account; the others are its own replies', async () => {
    const { draft, published } = await publishThread(texts('One', 'Two', 'Three'))
    const [root, second, third] = published.map(({ platformPostId }) => platformPostId)
    const { comments } = fixture.platforms.get(platformCase.value)!
    const { tokens, account } = inputOf(draft)
    const access = { tokens, account, cursor: null }
    const posts = await comments!.listPosts(access)
    expect(posts.items.map(({ platformPostId }) => platformPostId)).toEqual([root])
    const listed = await comments!.listComments({ ...access, platformPostId: root! })
    const found = listed.items.map(({ platformCommentId, parentCommentId, isOwn }) => ({
      id: lastSegment(platformCommentId),
      parent: parentCommentId && lastSegment(parentCommentId),
      isOwn,
    }))
    expect(found).toHaveLength(2)
    expect(found).toContainEqual({ id: second, parent: null, isOwn: true })
    expect(found).toContainEqual({ id: third, parent: second, isOwn: true })
  })

  test('the metrics of a part are those of a post', async () => {
    const { draft, published } = await publishThread(texts('One', 'Two', 'Three'))
    const { insights } = fixture.platforms.get(platformCase.value)!
    const { tokens, account } = inputOf(draft)
    const platformPostId = published[1]!.platformPostId
    const { values } = await insights!.readPost({ tokens, account, platformPostId })
    expect(values.replies).toBe(1)
  })
})

type SandboxComment = { id: string; parent_id: string | null; text: string; created_at: number }

/** What answers the first part in the sandbox, at any level, oldest first. */
async function partsBelow(published: readonly PublishedPost[]): Promise<SandboxComment[]> {
  const path = `/posts/${published[0]!.platformPostId}/comments`
  return ((await fixture.control('GET', path)) as { data: SandboxComment[] }).data
}

/** A comment of Bluesky has the repository in its id. */
function lastSegment(id: string): string {
  return id.split('/').at(-1)!
}

async function now(): Promise<Date> {
  return new Date(((await fixture.control('GET', '/clock')) as { now: string }).now)
}

/** Prepares again while the platform does not accept an answer to the part before, as the caller does. */
async function preparePart(part: Draft): Promise<void> {
  for (let count = 1; ; count++) {
    try {
      return await fixture.prepare(part)
    } catch (err) {
      const isNotReady = err instanceof PlatformError && err.kind === 'not_ready'
      if (!isNotReady || count > notReadyMax) throw err
      part.progress = { ...part.progress, commitsNotReady: count }
      await fixture.advance(2)
    }
  }
}

async function publishPart(part: Draft): Promise<PublishedPost> {
  await preparePart(part)
  return await fixture.follow(part, await fixture.commit(part))
}

function removePart(draft: Draft, { platformPostId }: PublishedPost) {
  const { tokens, account } = inputOf(draft)
  return draft.ability.remove!({ tokens, account, platformPostId })
}
