import type { Scope } from '../access/scope.ts'
import type { Context } from '../context.ts'
import { isUsedUp } from './rate-limit.ts'
import type { Answer, Route } from './route.ts'
import { requireAccess } from './who.ts'

/** An answer that was begun before it was known who asks; nobody has seen it. */
export type Ahead = {
  /** The answer, or how it failed, for the scope for which it was begun; for any other nothing. */
  answerFor(scope: Scope): Promise<Answer> | null
}

/**
 * Begins a read for the scope that its key had last time, so that key and rows are asked for with one
 * trip to the database and not one after the other. Who asks is read after the request came all the same,
 * and the answer is given only where that is this very scope. Streams are not begun, as they would go on,
 * nor what the limit of requests will refuse.
 */
export function readAhead(
  ctx: Context,
  route: Route,
  expected: Scope | undefined,
  read: (expected: Scope) => Promise<Answer>,
): Ahead | null {
  if (!expected || !mayBeThrownAway(route) || isUsedUp(ctx, 'request', expected.actor.id))
    return null
  const begin = async () => {
    requireAccess(route, expected)
    return await read(expected)
  }
  const answer = begin()
  // A failure counts only for whoever asks for it.
  answer.catch(() => {})
  return { answerFor: (scope) => (scope === expected ? answer : null) }
}

function mayBeThrownAway({ method, answers }: Route): boolean {
  return method === 'get' && answers[200]?.contentType !== 'text/event-stream'
}
