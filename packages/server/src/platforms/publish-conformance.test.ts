import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PublishCase } from '../../test/platforms/publish-case.ts'
import { publishCases } from '../../test/platforms/publish-conformance-cases.ts'
import {
  type Draft,
  failureOf,
  inputOf,
  openPublishWorld,
  type PublishWorld,
} from '../../test/platforms/publish-conformance-world.ts'
import type { CommitLookup } from './publish.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
let world: PublishWorld

beforeAll(async () => {
  world = await openPublishWorld(start)
})
afterAll(() => world.close())
beforeEach(() => world.reset())

describe.each(publishCases)('$value', (given) => {
  const firstDraft = () => world.draft(given, given.posts[0]!.content(world.files))
  const preparedDraft = async (): Promise<Draft> => {
    const draft = await firstDraft()
    await world.prepare(draft)
    return draft
  }

  test.each(given.posts)('$name is published once and visible', async ({ content, seen }) => {
    const draft = await world.draft(given, content(world.files))
    const { platformPostId, permalink } = await world.publish(draft)
    expect(await world.posts(draft)).toMatchObject([{ id: platformPostId, ...seen }])
    const link =
      permalink ?? (await draft.ability.readPermalink?.({ ...inputOf(draft), platformPostId }))
    expect(link).toMatch(/^http/)
  })

  test.each(given.posts)('the check finds nothing wrong with $name', async ({ content }) => {
    const { ability, content: whole } = await world.draft(given, content(world.files))
    expect(ability.check(whole).filter(({ level }) => level === 'error')).toEqual([])
    expect(ability.options.safeParse(whole.options).success).toBe(true)
    expect(ability.options.safeParse({ invented: true }).success).toBe(false)
  })

  test.each(given.posts)('$name is published once though every step is repeated', async (post) => {
    const draft = await world.draft(given, post.content(world.files))
    await world.prepare(draft, { repeatEach: true })
    await world.follow(draft, await world.commit(draft))
    expect(await world.posts(draft)).toHaveLength(1)
  })

  test('preparing makes nothing public', async () => {
    expect(await world.posts(await preparedDraft())).toEqual([])
  })

  test.each(given.posts)('$name goes on where a call of its preparation failed', async (post) => {
    const content = post.content(world.files)
    for (const name of await callsOfPreparing(given, content)) {
      await world.reset()
      const draft = await world.draft(given, content)
      await world.fail(draft, name, 'http_500')
      expect((await failureOf(draft, world.prepare(draft))).kind).toBe('unavailable')
      await world.publish(draft)
      expect(await world.posts(draft)).toHaveLength(1)
    }
  })

  test.each(['http_500', 'timeout', 'connection_reset'])(
    'a commit that fails by %s is unavailable and was not published',
    async (kind) => {
      const draft = await preparedDraft()
      await world.fail(draft, given.commitCall, kind)
      expect((await failureOf(draft, world.commit(draft))).kind).toBe('unavailable')
      const found = await draft.ability.find({ ...inputOf(draft), committedAt: start })
      expect(found).toEqual({ state: 'absent', certain: given.isCertain })
      if (!given.isCertain) return
      await world.publish(draft)
      expect(await world.posts(draft)).toHaveLength(1)
    },
  )

  const findable = given.posts.filter(({ isUnfindable }) => !isUnfindable)
  const accepted = findable.flatMap((post) =>
    ['after_accepting_500', 'after_accepting_timeout'].map(
      (kind) => [post.name, kind, post] as const,
    ),
  )
  test.each(accepted)(
    'a commit of %s that is accepted and fails by %s is found, once',
    async (_name, kind, { content }) => {
      const draft = await world.draft(given, content(world.files))
      await world.prepare(draft)
      await world.fail(draft, '*', kind)
      expect((await failureOf(draft, world.commit(draft))).kind).toBe('unavailable')
      const { platformPostId } = await world.follow(draft, await lookFor(draft))
      expect(await world.posts(draft)).toMatchObject([{ id: platformPostId }])
    },
  )

  test('a commit that is rate limited published nothing and may be repeated', async () => {
    const draft = await preparedDraft()
    await world.fail(draft, given.commitCall, 'rate_limited')
    const err = await failureOf(draft, world.commit(draft))
    expect(err).toMatchObject({ kind: 'rate_limited', reason: null })
    expect(await world.posts(draft)).toEqual([])
    await world.publish(draft)
    expect(await world.posts(draft)).toHaveLength(1)
  })

  test.each(given.endings)('after %s every step is %s', async (action, kind) => {
    const draft = await preparedDraft()
    await world.act(action)
    expect((await failureOf(draft, world.prepare({ ...draft, progress: {} }))).kind).toBe(kind)
    if (given.isCommitBlind) return
    if (!given.isCommitBlind) {
      expect((await failureOf(draft, world.commit(draft))).kind).toBe(kind)
    }
    expect(await world.posts(draft)).toEqual([])
  })

  test('without the permission to publish every step is permission_missing', async () => {
    const draft = await preparedDraft()
    await world.act('remove-permission', { permission: given.permission })
    const afresh = world.prepare({ ...draft, progress: {} })
    expect((await failureOf(draft, afresh)).kind).toBe('permission_missing')
    if (given.isCommitBlind) return
    expect((await failureOf(draft, world.commit(draft))).kind).toBe('permission_missing')
  })

  const { unreachable } = given
  if (!unreachable) return

  test('a file that cannot be fetched is media_unreachable', async () => {
    const draft = await world.draft(given, unreachable(world.files))
    const err = await failureOf(draft, world.publish(draft))
    expect(err).toMatchObject({ kind: 'rejected', reason: 'media_unreachable' })
    expect(await world.posts(draft)).toEqual([])
  })
})

/** Looks more than once, as the caller does: what is still processed is in no list yet. */
async function lookFor(draft: Draft): Promise<Exclude<CommitLookup, { state: 'absent' }>> {
  for (let count = 0; count < 4; count++) {
    const found = await draft.ability.find({ ...inputOf(draft), committedAt: start })
    if (found.state !== 'absent') return found
    expect(found.certain).toBe(false)
    await world.advance(30)
  }
  throw new Error('it was not found')
}

/** The names of all calls that preparing this content makes. */
async function callsOfPreparing(
  given: PublishCase,
  content: Parameters<PublishWorld['draft']>[1],
): Promise<Set<string>> {
  const names = new Set<string>()
  const draft = await world.draft(given, content)
  for (;;) {
    await world.control('DELETE', '/calls')
    const prepared = await draft.ability.prepare(inputOf(draft))
    for (const { name } of await world.callsMade()) names.add(name)
    draft.progress = prepared.progress
    if (prepared.state === 'ready') return names
    await world.advance(prepared.seconds)
  }
}
