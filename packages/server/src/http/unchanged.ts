import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { Scope } from '../access/scope.ts'
import { ServiceError } from '../base/errors.ts'
import type { Look, Mark } from '../database/mark.ts'

type Kept<Answer> = {
  /** For whom it was made: answers are kept for each scope by itself. */
  scope: Scope
  look: Look | null
  mark: Mark
  answer: Answer | null
  /** How often in a row it had changed when it was looked at. */
  changes: number
  /** How often it is still made without a look. */
  rest: number
}

export type Made<Answer> = { answer: Answer; mark: string; bytes: number }

export type Unchanged<Answer> = LRUCache<string, Kept<Answer>>

/**
 * `prepare` says how to look at what the answer is made of, `make` makes it. `makeMarked` does both as of
 * one moment, or says that there is nothing: what comes while an answer is made, and goes again, would
 * else be in it under the mark from before.
 */
export type Question<Answer> = {
  scope: Scope
  prepare: () => Look
  make: () => Promise<Answer>
  makeMarked: () => Promise<Made<Answer> | null>
}

const bytesMax = 24 * 1024 * 1024
const answersMax = 10_000
/** What a look and its values take. */
const lookBytes = 500
/** An answer that has changed whenever it was looked at is looked at once in 64 times. */
const changesMax = 6

export function noneUnchanged<Answer>(): Unchanged<Answer> {
  return new LRUCache({ max: answersMax, maxSize: bytesMax })
}

/**
 * The answer of last time where a look says that it is made of the same, else a new one. It is looked at
 * after the question came: an answer is never older than its question. What is asked for once is not
 * kept, and what changes all the time is hardly looked at.
 */
export async function readUnchanged<Answer>(
  all: Unchanged<Answer>,
  key: string,
  { scope, prepare, make, makeMarked }: Question<Answer>,
): Promise<Answer> {
  const known = all.get(key)
  if (!known || !isOf(known, scope)) {
    const kept = { scope, look: null, mark: null, answer: null, changes: 0, rest: 0 }
    all.set(key, kept, { size: key.length + lookBytes })
    return await make()
  }
  if (known.rest > 0) {
    known.rest -= 1
    return await make()
  }
  const look = known.look ?? prepared(prepare)
  const found = await lookAt(look)
  if (found !== null && found === known.mark && known.answer !== null) {
    known.changes = 0
    return known.answer
  }
  const made = found === null ? null : await makeMarked()
  if (!made) return await make()
  const { answer, mark, bytes } = made
  const changes = known.answer === null ? 0 : Math.min(known.changes + 1, changesMax)
  const rest = changes > 1 ? 2 ** changes - 1 : 0
  const size = key.length + lookBytes + mark.length + bytes
  all.set(key, { scope, look, mark, answer, changes, rest }, { size })
  return answer
}

/**
 * Tests: as `readUnchanged`, but each answer is made anew. One that was to be given again though it would
 * be another by now is an error: its mark misses something that the answer is made of.
 */
export async function readChecked<Answer>(
  all: Unchanged<Answer>,
  key: string,
  { scope, prepare, make, makeMarked }: Question<Answer>,
): Promise<Answer> {
  const known = all.get(key)
  const look = (known && isOf(known, scope) ? known.look : null) ?? prepared(prepare)
  const made = (await lookAt(look)) === null ? null : await makeMarked()
  if (!made) return await make()
  const { answer, mark, bytes } = made
  const isSame = known && isOf(known, scope) && mark === known.mark
  if (isSame && JSON.stringify(answer) !== JSON.stringify(known.answer)) {
    throw new Error(`The mark of ${key} misses a change.`)
  }
  all.set(key, { scope, look, mark, answer, changes: 0, rest: 0 }, { size: 1 + bytes })
  return answer
}

function isOf(kept: Kept<unknown>, scope: Scope): boolean {
  return kept.scope === scope || isDeepStrictEqual(kept.scope, scope)
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
