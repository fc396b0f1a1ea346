import type { Context } from '../context.ts'
import { ServiceError } from '../core/errors.ts'
import { limits } from '../core/limits.ts'
import { countUseInMemory } from './rate-limit.ts'

type Turns = { running: number; waiting: (() => void)[] }

/** How much longer than the request with a large body the pause after it is. */
const pausesPerRun = 3
const tooManyWait =
  'Too many searches or requests with long texts at the same time. Send fewer at once.'

/** By API key or member. */
const searchTurns = new Map<string, Turns>()
const largeBodyTurns = new Map<string, Turns>()

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
  return await inTurn(searchTurns, actorId, limits.search.atOnceMax, search)
}

/**
 * Runs a request with a body of this many bytes. With a large one an API key or member runs one at a time in
 * a process, and the next begins after a pause of three times as long: checking it keeps the process busy, and
 * others get the rest of the time.
 */
export async function inLargeBodyTurn<Result>(
  actorId: string,
  { length }: { length: number },
  run: () => Promise<Result>,
): Promise<Result> {
  if (length <= limits.body.publicBytesMax) return await run()
  return await inTurn(largeBodyTurns, actorId, 1, run, (ranMs) =>
    Math.min(pausesPerRun * ranMs, limits.body.pauseMsMax),
  )
}

/** Throws 429 `rate_limited` if too many wait, because each holds a place that all share. */
async function inTurn<Result>(
  turnsOf: Map<string, Turns>,
  actorId: string,
  atOnceMax: number,
  work: () => Promise<Result>,
  pauseMsOf: (ranMs: number) => number = () => 0,
): Promise<Result> {
  const turns = turnsOf.get(actorId) ?? { running: 0, waiting: [] }
  turnsOf.set(actorId, turns)
  if (turns.running < atOnceMax) turns.running += 1
  else if (turns.waiting.length < limits.turnsWaitingMax) {
    await new Promise<void>((resolve) => turns.waiting.push(resolve))
  } else throw new ServiceError('rate_limited', { message: tooManyWait, retryAfterSeconds: 2 })
  const startedAt = performance.now()
  /** The turn passes to the next that waits. */
  const passOn = () => {
    const next = turns.waiting.shift()
    if (next) next()
    else turns.running -= 1
    if (turns.running === 0) turnsOf.delete(actorId)
  }
  try {
    return await work()
  } finally {
    const pauseMs = pauseMsOf(performance.now() - startedAt)
    if (pauseMs === 0) passOn()
    else setTimeout(passOn, pauseMs).unref()
  }
}
