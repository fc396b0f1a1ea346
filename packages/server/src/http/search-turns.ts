import type { Context } from '../context.ts'
import { limits } from '../core/limits.ts'
import { countUseInMemory } from './rate-limit.ts'

type Turns = { running: number; waiting: (() => void)[] }

/** By API key or member. */
const turnsOf = new Map<string, Turns>()

/**
 * Counts a search of an API key or member and runs it. Only `limits.search.atOnceMax` of one run at the same
 * time in a process; others wait, because a search of long texts keeps a core of the database busy.
 */
export async function inSearchTurn<Result>(
  ctx: Context,
  actorId: string,
  search: () => Promise<Result>,
): Promise<Result> {
  countUseInMemory(ctx, 'search', actorId)
  const turns = turnsOf.get(actorId) ?? { running: 0, waiting: [] }
  turnsOf.set(actorId, turns)
  if (turns.running < limits.search.atOnceMax) turns.running += 1
  else await new Promise<void>((resolve) => turns.waiting.push(resolve))
  try {
    return await search()
  } finally {
    // The turn passes to the next that waits.
    const next = turns.waiting.shift()
    if (next) next()
    else turns.running -= 1
    if (turns.running === 0) turnsOf.delete(actorId)
  }
}
