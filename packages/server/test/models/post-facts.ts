import { expect } from 'vitest'
import type { Target } from '../../src/schemas/post.ts'
import type { TestApp } from '../test-app.ts'

/** The expected state of a post. */
export type Facts = {
  id: string
  text: string
  statuses: Map<string, Target['status']>
  /** How often the owner retried an unknown target, at the risk of a duplicate. */
  risks: Map<string, number>
  /** Targets whose outcome the owner has set. */
  resolved: Set<string>
}

/** Compares the target in the API with `there`, the platform's posts with its text. */
export function compareTarget(facts: Facts, target: Target, there: { id: string }[]): void {
  const risks = facts.risks.get(target.id) ?? 0
  // Nothing is published twice, unless the owner retried an unknown target.
  expect(there.length).toBeLessThanOrEqual(1 + risks)
  expect(target.attempts).toBeLessThanOrEqual(4)
  switch (target.status) {
    case 'published':
      if (facts.resolved.has(target.id)) break
      expect(there.map(({ id }) => id)).toContain(target.platform_post_id)
      break
    case 'draft':
    case 'canceled':
      expect(there).toEqual([])
      break
    case 'scheduled':
    case 'failed':
      // A failed target is not on the platform, unless its outcome was once unknown.
      expect(there.length).toBeLessThanOrEqual(risks)
  }
}

/** Compares the target's events with its status. */
export async function compareEvents(testApp: TestApp, target: Target): Promise<void> {
  const { rows } = await testApp.ctx.db.pool.query(
    `select type, count(*)::int as count from event
     where convert_from(body, 'utf8')::jsonb->'data'->>'target_id' = $1 group by type`,
    [target.id],
  )
  const counts = Object.fromEntries(rows.map(({ type, count }) => [type, count]))
  // The event waits for the permalink, for five minutes at most.
  const isAnnounced = target.status === 'published' && target.permalink !== null
  expect(counts['post.published'] ?? 0).toBe(isAnnounced ? 1 : 0)
  // One event for each failure: there may be several if the owner retried.
  if (target.status === 'failed') expect(counts['post.failed']).toBeGreaterThanOrEqual(1)
  if (target.status === 'draft') expect(counts).toEqual({})
}
