import { expect } from 'vitest'
import type { Target } from '../../src/schemas/target.ts'
import type { TestApp } from '../test-app.ts'

/** The model of a post. */
export type PostState = {
  id: string
  text: string
  statuses: Map<string, Target['status']>
  /** How often the owner retried each target whose status was unknown, which may publish it twice. */
  riskyRetries: Map<string, number>
  /** Targets that the owner resolved with a platform post id. */
  resolved: Set<string>
  /** Targets that the owner asked to delete, whether or not the platform responded. */
  removed: Set<string>
}

/** Compares a target with the model and with `platformPosts`, the platform's posts with its text. */
export function compareTarget(
  post: PostState,
  target: Target,
  platformPosts: { id: string }[],
): void {
  const riskyRetries = post.riskyRetries.get(target.id) ?? 0
  // Only a retry of an unknown target may publish it a second time.
  expect(platformPosts.length).toBeLessThanOrEqual(1 + riskyRetries)
  expect(target.attempts).toBeLessThanOrEqual(4)
  switch (target.status) {
    case 'published':
      if (post.resolved.has(target.id)) break
      if (target.deleted_at) {
        expect(post.removed).toContain(target.id)
        expect(platformPosts.map(({ id }) => id)).not.toContain(target.platform_post_id)
      }
      if (post.removed.has(target.id)) break
      expect(platformPosts.map(({ id }) => id)).toContain(target.platform_post_id)
      break
    case 'draft':
    case 'canceled':
      expect(platformPosts).toEqual([])
      break
    case 'scheduled':
    case 'failed':
      // A failed target is on the platform only if it was unknown before.
      expect(platformPosts.length).toBeLessThanOrEqual(riskyRetries)
  }
}

/** Compares the events of a target with its status. */
export async function compareEvents(testApp: TestApp, target: Target): Promise<void> {
  const { rows } = await testApp.ctx.db.pool.query(
    `select type, count(*)::int as count from event
     where convert_from(body, 'utf8')::jsonb->'data'->>'target_id' = $1 group by type`,
    [target.id],
  )
  const counts = Object.fromEntries(rows.map(({ type, count }) => [type, count]))
  // The event waits for the permalink, for five minutes at most.
  const isPublishedEventDue = target.status === 'published' && target.permalink !== null
  expect(counts['post.published'] ?? 0).toBe(isPublishedEventDue ? 1 : 0)
  // A target that fails again after a retry sends another event.
  if (target.status === 'failed') expect(counts['post.failed']).toBeGreaterThanOrEqual(1)
  expect(counts['post.deleted'] ?? 0).toBe(target.deleted_at ? 1 : 0)
  if (target.status === 'draft') expect(counts).toEqual({})
}
