import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { Scope } from '../access/scope.ts'
import { ServiceError } from '../base/errors.ts'
import { tell } from '../base/facts.ts'
import type { Look, Mark } from '../database/mark.ts'
import type { Moment } from '../database/moment.ts'

type Kept<Answer> = {
  /** For whom it was made: answers are kept for each scope by itself. */
  scope: Scope
  /** In which the question came: the mark says nothing of rows of another (`database/moment.ts`). */
  era: number
  look: Look | null
  mark: Mark
  answer: Answer | null
  /** A moment of which it is, and the times between which it is so by the mark alone. */
  moment: Moment | null
  since: number
  until: number
  /** How often in a row it had changed when it was looked at. */
  changes: number
  /** How often it is still made without a look. */
  rest: number
}

export type Made<Answer> = { answer: Answer; mark: string; bytes: number }

export type Unchanged<Answer> = LRUCache<string, Kept<Answer>>

/**
 * `moment` says what is committed in this `era` (`database/moment.ts`) and `now` what time it is, in ms.
 * `prepare` says how to look at what the answer is made of, `make` makes it. `makeMarked` does both as of
 * one moment, or says that there is nothing: what comes while an answer is made, and goes again, would
 * else be in it under the mark from before.
 */
export type Question<Answer> = {
  scope: Scope
  era: number
  moment: () => Promise<Moment | null>
  /** Is told whether that of an answer was the same. */
  judgeMoment: (isSame: boolean) => void
  now: () => number
  prepare: () => Look
  make: () => Promise<Answer>
  makeMarked: () => Promise<Made<Answer> | null>
}

const bytesMax = 24 * 1024 * 1024
const answersMax = 10_000
/** An answer that is older is made anew: what was erased is in no memory for longer. */
const keptMsMax = 10 * 60_000
const sweepMs = 60_000
/** What a look and its values take. */
const lookBytes = 500
/** An answer that has changed whenever it was looked at is looked at once in 64 times. */
const changesMax = 6

/** `steady` says how many ms have passed since some time. */
export function noneUnchanged<Answer>(steady: { now(): number } = performance): Unchanged<Answer> {
  const bounds = { max: answersMax, maxSize: bytesMax, ttl: keptMsMax, ttlResolution: 0 }
  const all: Unchanged<Answer> = new LRUCache({ ...bounds, perf: steady })
  // Also of a process that nobody asks any more.
  setInterval(() => all.purgeStale(), sweepMs).unref()
  return all
}

/**
 * The answer of last time where nothing at all was committed since, or where a look says that it is made of
 * the same; else a new one. Both are asked after the question came: an answer is never older than its
 * question. What is asked for once is not kept, and what changes all the time is hardly looked at.
 */
export async function readUnchanged<Answer>(
  all: Unchanged<Answer>,
  key: string,
  question: Question<Answer>,
): Promise<Answer> {
  const { scope, era, moment: askMoment, now, prepare, make, makeMarked } = question
  const known = all.get(key)
  if (!known || !isOf(known, question)) {
    const kept = { ...nothingKept, scope, era, look: null, answer: null }
    all.set(key, kept, { size: key.length + lookBytes })
    return await make()
  }
  if (known.rest > 0) {
    known.rest -= 1
    return await make()
  }
  const look = known.look ?? prepared(prepare)
  // Before the look: what is found to be the same after it was so then, if that moment comes again.
  const moment = look.lasts ? await askMoment() : null
  if (moment !== null && known.moment !== null) question.judgeMoment(moment === known.moment)
  if (known.answer !== null && isStill(known, moment, now())) {
    tell('read.given', { as: 'uncommitted' })
    return known.answer
  }
  const since = now()
  const found = await lookAt(look)
  if (found !== null && found === known.mark && known.answer !== null) {
    Object.assign(known, { changes: 0, moment, since })
    tell('read.given', { as: 'unchanged' })
    return known.answer
  }
  const made = found === null ? null : await makeMarked()
  if (!made) return await make()
  const { answer, mark, bytes } = made
  const changes = known.answer === null ? 0 : Math.min(known.changes + 1, changesMax)
  const rest = changes > 1 ? 2 ** changes - 1 : 0
  const size = key.length + lookBytes + mark.length + bytes
  const until = look.lasts?.(mark) ?? since
  const fresh = { scope, era, look, mark, answer, moment, since, until, changes, rest }
  all.set(key, fresh, { size })
  return answer
}

const nothingKept = { mark: null, moment: null, since: 0, until: 0, changes: 0, rest: 0 }

/** Whether nothing was committed since that moment, and no time has come that is in the answer. */
function isStill(kept: Kept<unknown>, moment: Moment | null, at: number): boolean {
  return moment !== null && kept.moment === moment && kept.since <= at && at < kept.until
}

/**
 * Tests: as `readUnchanged`, but each answer is made anew. One that was to be given again though it would
 * be another by now is an error: its mark, or the moment, misses something that the answer is made of.
 */
export async function readChecked<Answer>(
  all: Unchanged<Answer>,
  key: string,
  question: Question<Answer>,
): Promise<Answer> {
  const { scope, era, moment: askMoment, now, prepare, make, makeMarked } = question
  const kept = all.get(key)
  const known = kept && isOf(kept, question) ? kept : null
  const look = known?.look ?? prepared(prepare)
  const moment = await askMoment()
  const since = now()
  const made = (await lookAt(look)) === null ? null : await makeMarked()
  if (!made) return await make()
  const { answer, mark, bytes } = made
  if (known && mark === known.mark && JSON.stringify(answer) !== JSON.stringify(known.answer)) {
    throw new Error(`The mark of ${key} misses a change.`)
  }
  // Of what was committed meanwhile the moment of before knows nothing.
  const isSame = known !== null && isStill(known, await askMoment(), now())
  if (isSame && mark !== known.mark) throw new Error(`The moment of ${key} misses a change.`)
  const until = look.lasts?.(mark) ?? since
  const fresh = { ...nothingKept, scope, era, look, mark, answer, moment, since, until }
  all.set(key, fresh, { size: 1 + bytes })
  return answer
}

function isOf(kept: Kept<unknown>, { scope, era }: Question<unknown>): boolean {
  return kept.era === era && (kept.scope === scope || isDeepStrictEqual(kept.scope, scope))
}

const nothing: Look = async () => null

/** Whoever asks for what is not there, or wrongly, is told so by `make`. */
function prepared(prepare: () => Look): Look {
  try {
    return prepare()
  } catch (err) {
    if (err instanceof ServiceError) return nothing
    throw err
  }
}

async function lookAt(look: Look): Promise<Mark> {
  try {
    return await look()
  } catch (err) {
    if (err instanceof ServiceError) return null
    throw err
  }
}
