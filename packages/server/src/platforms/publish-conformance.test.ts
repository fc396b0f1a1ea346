import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PublishCase } from '../../test/platforms/publish-case.ts'
import { publishCases } from '../../test/platforms/publish-cases.ts'
import {
  type Draft,
  failureOf,
  inputOf,
  openPublishFixture,
  type PublishFixture,
} from '../../test/platforms/publish-fixture.ts'
import type { CommitLookup, Progress } from './contract/publish.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
let fixture: PublishFixture

beforeAll(async () => {
  fixture = await openPublishFixture(start)
})
afterAll(() => fixture.close())
beforeEach(() => fixture.reset())

describe.each(publishCases)('$value', (platformCase) => {
  const firstDraft = () =>
    fixture.draft(platformCase, platformCase.posts[0]!.content(fixture.files))
  const preparedDraft = async (): Promise<Draft> => {
    const draft = await firstDraft()
    await fixture.prepare(draft)
    return draft
  }

  test.each(platformCase.posts)(
    '$name is published once and visible',
    async ({ content, expected }) => {
      const draft = await fixture.draft(platformCase, content(fixture.files))
      const { platformPostId, permalink } = await fixture.publish(draft)
      expect(await fixture.posts(draft)).toMatchObject([{ id: platformPostId, ...expected }])
      const link =
        permalink ?? (await draft.ability.readPermalink?.({ ...inputOf(draft), platformPostId }))
      expect(link).toMatch(/^http/)
    },
  )

  test.each(platformCase.posts)('the check returns no errors for $name', async ({ content }) => {
    const { ability, content: whole } = await fixture.draft(platformCase, content(fixture.files))
    expect(ability.check(whole, null).filter(({ level }) => level === 'error')).toEqual([])
    expect(ability.options.safeParse(whole.options).success).toBe(true)
    expect(ability.options.safeParse({ invented: true }).success).toBe(false)
  })

  test.each(platformCase.posts)(
    '$name is published once if every step is repeated',
    async (post) => {
      const draft = await fixture.draft(platformCase, post.content(fixture.files))
      await fixture.prepare(draft, { repeatEach: true })
      await fixture.follow(draft, await fixture.commit(draft))
      expect(await fixture.posts(draft)).toHaveLength(1)
    },
  )

  test('preparing publishes nothing', async () => {
    expect(await fixture.posts(await preparedDraft())).toEqual([])
  })

  const prepared = platformCase.posts.filter(({ isPreparedWithoutCall }) => !isPreparedWithoutCall)
  test.each(prepared)('$name continues after a failed preparation call', async (post) => {
    const content = post.content(fixture.files)
    const names = await preparationCalls(platformCase, content)
    expect(names.size).toBeGreaterThan(0)
    for (const name of names) {
      await fixture.reset()
      const draft = await fixture.draft(platformCase, content)
      await fixture.fail(draft, name, 'http_500')
      expect((await failureOf(draft, fixture.prepare(draft))).kind).toBe('unavailable')
      await fixture.publish(draft)
      expect(await fixture.posts(draft)).toHaveLength(1)
    }
  })

  const unprepared = platformCase.posts.filter((post) => post.isPreparedWithoutCall)
  test.each(unprepared)('preparing $name makes no call', async ({ content }) => {
    const names = await preparationCalls(platformCase, content(fixture.files))
    expect([...names]).toEqual([])
  })

  test.each(['http_500', 'timeout', 'connection_reset'])(
    'a commit that fails with %s throws unavailable and publishes nothing',
    async (kind) => {
      const draft = await preparedDraft()
      await fixture.fail(draft, platformCase.commitCall, kind)
      expect((await failureOf(draft, fixture.commit(draft))).kind).toBe('unavailable')
      expect(await fixture.posts(draft)).toEqual([])
      await fixture.publish(draft)
      expect(await fixture.posts(draft)).toHaveLength(1)
    },
  )

  test.each(platformCase.posts)(
    'that a failed commit of $name published nothing is as certain as its proof says',
    async ({ content }) => {
      const draft = await fixture.draft(platformCase, content(fixture.files))
      await fixture.prepare(draft)
      await fixture.fail(draft, '*', 'http_500')
      await failureOf(draft, fixture.commit(draft))
      const find = (minutesAgo: number) => {
        const committedAt = new Date(start.getTime() - minutesAgo * 60_000)
        return draft.ability.find({ ...inputOf(draft), committedAt })
      }
      const proof = draft.ability.proofOf(draft.content)
      const minutes = proof.by === 'key' ? proof.minutes : null
      const certain = proof.by !== 'list'
      expect(await find(minutes ?? 60)).toEqual({ state: 'absent', certain })
      const after = await find((minutes ?? 60) + 1)
      expect(after).toEqual({ state: 'absent', certain: certain && minutes === null })
    },
  )

  const accepted = platformCase.posts.flatMap((post) =>
    ['after_accepting_500', 'after_accepting_timeout'].map(
      (kind) => [post.name, kind, post] as const,
    ),
  )
  test.each(accepted)(
    'a commit of %s that is accepted but fails with %s is found, once',
    async (_name, kind, { content }) => {
      const draft = await fixture.draft(platformCase, content(fixture.files))
      await fixture.prepare(draft)
      await fixture.fail(draft, '*', kind)
      expect((await failureOf(draft, fixture.commit(draft))).kind).toBe('unavailable')
      const { platformPostId } = await fixture.follow(draft, await findCommit(draft))
      expect(await fixture.posts(draft)).toMatchObject([{ id: platformPostId }])
    },
  )

  test.each(platformCase.posts)(
    '$name, of which the database lost the last steps, is not published twice',
    async ({ content }) => {
      const draft = await fixture.draft(platformCase, content(fixture.files))
      const stored: Progress[] = []
      await fixture.prepare(draft, { onStep: (progress) => stored.push(progress) })
      stored.push(draft.progress)
      const { platformPostId: id } = await fixture.follow(draft, await fixture.commit(draft))
      for (const progress of stored) {
        const old = { ...draft, progress }
        const input = { ...inputOf(old), committedAt: start, isProgressOld: true } as const
        const found = await draft.ability.find(input)
        if (found.state === 'published') expect(found.platformPostId).toBe(id)
        if (found.state === 'absent' && found.certain) await fixture.publish(old)
        expect(await fixture.posts(draft)).toHaveLength(1)
      }
    },
  )

  const { refusal } = platformCase
  test.runIf(refusal)('a refused commit that published the post is found, once', async () => {
    const draft = await preparedDraft()
    await fixture.refuseCommit(platformCase, 'after_accepting_answer')
    await failureOf(draft, fixture.commit(draft))
    const [post] = await fixture.posts(draft)
    const found = await draft.ability.findRefused!({ ...inputOf(draft), committedAt: start })
    expect(found).toMatchObject({ state: 'published', platformPostId: post!.id })
  })

  test.runIf(refusal)('a refused commit that published nothing is absent for certain', async () => {
    const draft = await preparedDraft()
    await fixture.refuseCommit(platformCase, 'answer')
    const err = await failureOf(draft, fixture.commit(draft))
    expect(['rejected', 'permission_missing']).toContain(err.kind)
    const found = await draft.ability.findRefused!({ ...inputOf(draft), committedAt: start })
    expect(found).toEqual({ state: 'absent', certain: true })
  })

  test('a rate-limited commit publishes nothing and may be repeated', async () => {
    const draft = await preparedDraft()
    await fixture.fail(draft, platformCase.commitCall, 'rate_limited')
    const err = await failureOf(draft, fixture.commit(draft))
    expect(err).toMatchObject({ kind: 'rate_limited', reason: null })
    expect(await fixture.posts(draft)).toEqual([])
    await fixture.publish(draft)
    expect(await fixture.posts(draft)).toHaveLength(1)
  })

  test.each(platformCase.accessLosses)('after %s every step throws %s', async (action, kind) => {
    const draft = await preparedDraft()
    await fixture.act(action)
    expect((await failureOf(draft, fixture.prepare({ ...draft, progress: {} }))).kind).toBe(kind)
    if (platformCase.isCommitWithoutToken) return
    if (!platformCase.isCommitWithoutToken) {
      expect((await failureOf(draft, fixture.commit(draft))).kind).toBe(kind)
    }
    expect(await fixture.posts(draft)).toEqual([])
  })

  test('every step without the publish permission throws permission_missing', async () => {
    const draft = await preparedDraft()
    const { permission, preparePermission } = platformCase
    await fixture.act('remove-permission', { permission })
    if (preparePermission) {
      await fixture.act('remove-permission', { permission: preparePermission })
    }
    const restarted = fixture.prepare({ ...draft, progress: {} })
    expect((await failureOf(draft, restarted)).kind).toBe('permission_missing')
    if (platformCase.isCommitWithoutToken) return
    expect((await failureOf(draft, fixture.commit(draft))).kind).toBe('permission_missing')
  })

  const { unreachable } = platformCase
  if (!unreachable) return

  test('an unreachable file throws media_unreachable', async () => {
    const draft = await fixture.draft(platformCase, unreachable(fixture.files))
    const err = await failureOf(draft, fixture.publish(draft))
    expect(err).toMatchObject({ kind: 'rejected', reason: 'media_unreachable' })
    expect(await fixture.posts(draft)).toEqual([])
  })
})

/** Searches several times, as the caller does: a post in processing is not listed yet. */
async function findCommit(draft: Draft): Promise<Exclude<CommitLookup, { state: 'absent' }>> {
  for (let count = 0; count < 4; count++) {
    const found = await draft.ability.find({ ...inputOf(draft), committedAt: start })
    if (found.state !== 'absent') return found
    expect(found.certain).toBe(false)
    await fixture.advance(30)
  }
  throw new Error('it was not found')
}

/** The names of all calls made while preparing this content. */
async function preparationCalls(
  platformCase: PublishCase,
  content: Parameters<PublishFixture['draft']>[1],
): Promise<Set<string>> {
  const names = new Set<string>()
  const draft = await fixture.draft(platformCase, content)
  for (;;) {
    await fixture.control('DELETE', '/calls')
    const prepared = await draft.ability.prepare(inputOf(draft))
    for (const { name } of await fixture.listCalls()) names.add(name)
    draft.progress = prepared.progress
    if (prepared.state === 'ready') return names
    await fixture.advance(prepared.seconds)
  }
}
