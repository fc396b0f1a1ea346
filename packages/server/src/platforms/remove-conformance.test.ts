import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishCases } from '../../test/platforms/publish-cases.ts'
import {
  type Draft,
  failureOf,
  inputOf,
  openPublishFixture,
  type PublishFixture,
} from '../../test/platforms/publish-fixture.ts'
import { narrowestPermission } from './contract/permissions.ts'

const start = new Date('2026-11-21T09:00:00.000Z')
let fixture: PublishFixture

beforeAll(async () => {
  fixture = await openPublishFixture(start)
})
afterAll(() => fixture.close())
beforeEach(() => fixture.reset())

test.each(publishCases)(
  '$value deletes posts exactly if a permission enables it',
  ({ value, removeCall }) => {
    const { publish, permissions } = fixture.platforms.get(value)!
    expect(publish!.remove !== undefined).toBe(removeCall !== undefined)
    expect(permissions.some(({ enables }) => enables.includes('delete'))).toBe(
      removeCall !== undefined,
    )
  },
)

const removable = publishCases.flatMap((each) =>
  each.removeCall === undefined ? [] : [{ ...each, removeCall: each.removeCall }],
)

describe.each(removable)('$value', (platformCase) => {
  const publish = async (content = platformCase.posts[0]!.content(fixture.files)) => {
    const draft = await fixture.draft(platformCase, content)
    const { platformPostId } = await fixture.publish(draft)
    return { draft, remove: () => removePost(draft, platformPostId) }
  }

  test.each(platformCase.posts)('$name is deleted, and then not found', async ({ content }) => {
    const { draft, remove } = await publish(content(fixture.files))
    expect(await remove()).toBe('removed')
    expect(await fixture.posts(draft)).toEqual([])
    expect(await remove()).toBe('not_found')
  })

  test('another post of the account stays', async () => {
    const first = await publish()
    const content = platformCase.posts[1]!.content(fixture.files)
    const other = await fixture.draft(platformCase, content)
    const { platformPostId } = await fixture.publish(other)
    await first.remove()
    expect(await fixture.posts(other)).toMatchObject([{ id: platformPostId }])
  })

  test.each(['http_500', 'timeout', 'connection_reset'])(
    'a call that fails with %s throws unavailable and may be repeated',
    async (kind) => {
      const { draft, remove } = await publish()
      await fixture.fail(draft, platformCase.removeCall, kind)
      expect((await failureOf(draft, remove())).kind).toBe('unavailable')
      expect(await remove()).toBe('removed')
    },
  )

  test.each(['after_accepting_500', 'after_accepting_timeout'])(
    'a deletion whose response is %s is not found when repeated',
    async (kind) => {
      const { draft, remove } = await publish()
      await fixture.fail(draft, platformCase.removeCall, kind)
      expect((await failureOf(draft, remove())).kind).toBe('unavailable')
      expect(await fixture.posts(draft)).toEqual([])
      expect(await remove()).toBe('not_found')
    },
  )

  test('a rate-limited call deletes nothing', async () => {
    const { draft, remove } = await publish()
    await fixture.fail(draft, platformCase.removeCall, 'rate_limited')
    expect((await failureOf(draft, remove())).kind).toBe('rate_limited')
    expect(await fixture.posts(draft)).toHaveLength(1)
  })

  test.each(platformCase.accessLosses)('after %s it throws %s', async (action, kind) => {
    const { draft, remove } = await publish()
    await fixture.act(action)
    expect((await failureOf(draft, remove())).kind).toBe(kind)
    expect(await fixture.posts(draft)).toHaveLength(1)
  })

  test('without its permission it throws permission_missing', async () => {
    const { draft, remove } = await publish()
    const permission = narrowestPermission(fixture.platforms.get(platformCase.value)!, 'delete')
    await fixture.act('remove-permission', { permission })
    expect((await failureOf(draft, remove())).kind).toBe('permission_missing')
    expect(await fixture.posts(draft)).toHaveLength(1)
  })
})

function removePost(draft: Draft, platformPostId: string): Promise<'removed' | 'not_found'> {
  const { tokens, account } = inputOf(draft)
  return draft.ability.remove!({ tokens, account, platformPostId })
}
