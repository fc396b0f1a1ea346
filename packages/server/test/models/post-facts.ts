import { expect } from 'vitest'
import type { Target } from '../../src/schemas/post.ts'
import type { TestApp } from '../test-app.ts'

/** What the model knows of a post. */
export type Facts = {
  id: string
  text: string
  statuses: Map<string, Target['status']>
  /** How often the owner had an unknown target published again, knowing that it may be there. */
  risks: Map<string, number>
  /** Targets of which the owner said where they are. */
  resolved: Set<string>
}

/** What the owner sees of a target, and what is on the platform of its text. */
export function compareTarget(facts: Facts, target: Target, there: { id: string }[]): void {
  const risks = facts.risks.get(target.id) ?? 0
  // Nothing is published twice, unless the owner had what is unknown published again.
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
      // What is said to have failed is not there, unless it was unknown once.
      expect(there.length).toBeLessThanOrEqual(risks)
  }
}

/** What the owner was told of the target. */
export async function compareEvents(testApp: TestApp, target: Target): Promise<void> {
  const { rows } = await testApp.ctx.db.pool.query(
    `select type, count(*)::int as count from event
     where convert_from(body, 'utf8')::jsonb->'data'->>'target_id' = $1 group by type`,
    [target.id],
  )
  const told = Object.fromEntries(rows.map(({ type, count }) => [type, count]))
  // The event waits for the permalink, for five minutes at most.
  const isTold = target.status === 'published' && target.permalink !== null
  expect(told['post.published'] ?? 0).toBe(isTold ? 1 : 0)
  if (target.status === 'failed') expect(told['post.failed']).toBeGreaterThanOrEqual(1)
  // Each end is told once; there is one more of them after each retry of the owner's.
  if (target.status === 'draft') expect(told).toEqual({})
}
