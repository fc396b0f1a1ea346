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
  /** The moment of now, or `null` where it is not worth asking as there is another nearly each time. */
  ask(): Promise<Moment | null>
  /** Whoever has held an answer's moment against that of now says whether it was the same. */
  judge(isSame: boolean): void
  /**
   * Another after PostgreSQL may have come back without its last commits. It gives their numbers again: what
   * was found in one era, a moment or the version of a row, is compared with nothing of another.
   */
  era(): number
  /** A connection broke: as far as anybody can tell PostgreSQL did. */
  forget(): void
}

/**
 * Which transactions are visible (PostgreSQL, "Snapshot Information Functions"): each that commits or
 * aborts makes it another, and they become ever more. And which run of the server says so: of another start,
 * of another server in its place, or after a crash of which its first process is left. Of the last only the
 * statistics tell, which are begun anew then ("The Cumulative Statistics System").
 */
const text = `select pg_current_snapshot()::text as visible,
  concat_ws(' ', extract(epoch from pg_postmaster_start_time()),
    extract(epoch from pg_stat_get_bgwriter_stat_reset_time())) as run`
const query = CompiledQuery.raw(text) as CompiledQuery<{ visible: string; run: string }>
const statement = { compile: () => query }

/** Little: after each commit all that is kept is judged once to be of another, hundreds at once. */
const weightOfLast = 0.0005
/** Where fewer of those that were compared are of the same it rests. */
const worthMin = 0.25
const worthAfterRest = 0.3
const restMs = 1_500

/** Asks on the connections of `db`; what comes together shares one question. */
export function createMoments(db: () => Reader, nowMs = () => performance.now()): Moments {
  let era = 0
  let lastRun: string | null = null
  let worth = 1
  let restsUntil = Number.NEGATIVE_INFINITY

  const ask = gather<null, Moment | null>(async (all) => {
    const before = era
    const [row] = await readByOnePlan(db(), statement)
    const { visible, run } = row!
    if (lastRun !== null && run !== lastRun) era += 1
    lastRun = run
    // Asked before a break and answered after it, it is of neither side.
    const moment = before === era ? `${era} ${visible}` : null
    return all.map(() => moment)
  })
  return {
    ask: () => (nowMs() < restsUntil ? Promise.resolve(null) : ask(null)),
    judge: (isSame) => {
      worth += ((isSame ? 1 : 0) - worth) * weightOfLast
      if (worth >= worthMin) return
      worth = worthAfterRest
      restsUntil = nowMs() + restMs
    },
    era: () => era,
    forget: () => {
      era += 1
    },
  }
}
