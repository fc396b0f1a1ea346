import { expect } from 'vitest'
import type { Target } from '../../src/schemas/target.ts'
import type { TestApp } from '../test-app.ts'

/** The model of a post. */
export type PostState = {
  id: string
  /** The text of each part, in order. */
  texts: string[]
  statuses: Map<string, Target['status']>
  /** How often the owner retried each part (`partKey`) whose outcome was unknown, which may publish it twice. */
  riskyRetries: Map<string, number>
  /** How often the owner retried each target. */
  retries: Map<string, number>
  /** Targets that the owner resolved with an ID that is not on the platform. */
  resolved: Set<string>
  /** Targets that the owner asked to delete, whether or not the platform responded. */
  removed: Set<string>
}

/** What the platform has: `answers` is the post or reply that it answers. */
export type PlatformPart = { id: string; text: string; answers: string | null }

/** The first part that is not public. */
export function partKey(target: Target): string {
  return `${target.id}.${target.parts.length + 1}`
}

/** Compares a target with the model and with `onPlatform`, the platform's posts and replies with its texts. */
export function compareTarget(
  state: PostState,
  target: Target,
  onPlatform: readonly PlatformPart[],
): void {
  expect(target.attempts).toBeLessThanOrEqual(4)
  expect(target.parts.map(({ number }) => number)).toEqual(
    target.parts.map((_, index) => index + 1),
  )
  expect(target.platform_post_id).toBe(target.parts[0]?.platform_post_id ?? null)
  compareCount(state, target)
  compareOrder(state, target, onPlatform)
  compareParts(state, target, onPlatform)
}

/** Which parts can be public in this status. */
function compareCount({ texts }: PostState, { status, parts }: Target): void {
  if (status === 'published') expect(parts).toHaveLength(texts.length)
  else expect(parts.length).toBeLessThan(texts.length)
  if (status === 'partially_published') expect(parts).not.toHaveLength(0)
  if (['draft', 'scheduled', 'failed', 'canceled'].includes(status)) expect(parts).toEqual([])
}

/** Each part is on the platform once, after the one before it; none was begun before its turn. */
function compareOrder(
  { texts, riskyRetries }: PostState,
  target: Target,
  onPlatform: readonly PlatformPart[],
): void {
  const { parts, status } = target
  const isAtRest = ['scheduled', 'failed', 'partially_published'].includes(status)
  for (const [index, text] of texts.entries()) {
    const found = onPlatform.filter((part) => part.text === text)
    // Only a retry of an unknown part may publish it a second time.
    const risky = riskyRetries.get(`${target.id}.${index + 1}`) ?? 0
    const isBegun = index < parts.length || (index === parts.length && !isAtRest)
    // A part that failed is on the platform only if it was unknown before.
    expect(found.length, text).toBeLessThanOrEqual((isBegun ? 1 : 0) + risky)
    if (index > parts.length || status === 'draft' || status === 'canceled')
      expect(found).toEqual([])
    const before = onPlatform.filter((part) => part.text === texts[index - 1]).map(({ id }) => id)
    const parent = parts[index - 1]?.platform_post_id
    for (const { answers } of found) {
      if (index === 0) expect(answers).toBeNull()
      else expect([...before, parent]).toContain(answers)
    }
  }
}

/** The parts of the target name what is on the platform, each with the one before it. */
function compareParts(
  { texts, resolved, removed }: PostState,
  target: Target,
  onPlatform: readonly PlatformPart[],
): void {
  if (resolved.has(target.id)) return
  for (const [index, { platform_post_id, deleted_at }] of target.parts.entries()) {
    const named = onPlatform.find(({ id }) => id === platform_post_id)
    if (target.deleted_at) expect(deleted_at).not.toBeNull()
    if (deleted_at) {
      expect(removed).toContain(target.id)
      expect(named).toBeUndefined()
    }
    if (removed.has(target.id)) continue
    const answers = target.parts[index - 1]?.platform_post_id ?? null
    expect(named).toEqual({ id: platform_post_id, text: texts[index], answers })
  }
}

type Carried = { platform_post_id: string }[]

/** Compares the events of a target with its status. */
export async function compareEvents(
  testApp: TestApp,
  { retries }: PostState,
  target: Target,
): Promise<void> {
  const { rows } = await testApp.ctx.db.pool.query<{ type: string; parts: Carried | null }>(
    `select type, convert_from(body, 'utf8')::jsonb->'data'->'parts' as parts from event
     where convert_from(body, 'utf8')::jsonb->'data'->>'target_id' = $1 order by id`,
    [target.id],
  )
  const eventsOf = (type: string) => rows.filter((row) => row.type === type)
  const carriesParts = (type: string) => {
    const ids = (parts: Carried) => parts.map(({ platform_post_id }) => platform_post_id)
    expect(ids(eventsOf(type).at(-1)!.parts!)).toEqual(ids(target.parts))
  }
  // The event waits for the permalink, for five minutes at most.
  const isPublishedEventDue = target.status === 'published' && target.permalink !== null
  expect(eventsOf('post.published')).toHaveLength(isPublishedEventDue ? 1 : 0)
  if (isPublishedEventDue) carriesParts('post.published')
  // A target that fails again after a retry sends another event.
  const failures = eventsOf('post.failed').length
  expect(failures).toBeLessThanOrEqual(1 + (retries.get(target.id) ?? 0))
  if (target.error && ['failed', 'partially_published'].includes(target.status)) {
    expect(failures).toBeGreaterThanOrEqual(1)
    carriesParts('post.failed')
  }
  // The owner canceled the rest of a thread.
  const isRestCanceled = target.status === 'partially_published' && !target.error
  if (isRestCanceled) expect(eventsOf('post.canceled').length).toBeGreaterThanOrEqual(1)
  expect(eventsOf('post.deleted')).toHaveLength(target.deleted_at ? 1 : 0)
  if (target.status === 'draft') expect(rows).toEqual([])
}
