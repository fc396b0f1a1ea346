import { CompiledQuery } from 'kysely'
import { gather } from '../base/gather.ts'
import { readByOnePlan } from './kept.ts'
import type { Reader } from './open.ts'

/**
 * What is committed, in a word of PostgreSQL's. Where it says the same word twice nothing was committed in
 * between, by nobody: whatever was read after the first is still so at the second.
 */
export type Moment = string

export type Moments = {
  /** The moment of now, or `null` where it is not worth asking as there is another each time. */
  ask(): Promise<Moment | null>
  /** A connection broke: what was said before is compared with nothing that is said from now on. */
  forget(): void
}

/**
 * Which transactions are visible (PostgreSQL, "Snapshot Information Functions"): each that commits or
 * aborts makes it another, and they become ever more. A server that came back from a crash may have lost
 * the last of them and give their numbers again, and so may another that took its place: a moment is of
 * one start of one server, and of no lost connection, as a crash breaks them all.
 */
const text = `select extract(epoch from pg_postmaster_start_time())::text || ' '
  || pg_current_snapshot()::text as moment`
const query = CompiledQuery.raw(text) as CompiledQuery<{ moment: string }>
const statement = { compile: () => query }

const weightOfLast = 0.1
/** With fewer of the same moments than that it rests. */
const calmMin = 0.05
const calmAfterRest = 0.2
const restMs = 250

/** Asks on the connections of `db`; what comes together shares one question. */
export function createMoments(db: () => Reader, nowMs = () => performance.now()): Moments {
  let losses = 0
  let last: Moment | null = null
  let calm = 1
  let restsUntil = Number.NEGATIVE_INFINITY

  const ask = gather(async (all: null[]) => {
    const era = losses
    const [row] = await readByOnePlan(db(), statement)
    const moment = `${era} ${row!.moment}`
    calm += ((moment === last ? 1 : 0) - calm) * weightOfLast
    last = moment
    if (calm < calmMin) {
      calm = calmAfterRest
      restsUntil = nowMs() + restMs
    }
    return all.map(() => moment)
  })
  return {
    ask: () => (nowMs() < restsUntil ? Promise.resolve(null) : ask(null)),
    forget: () => {
      losses += 1
    },
  }
}
