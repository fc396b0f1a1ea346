import { nobody, type Scope } from '../src/access/scope.ts'
import { endIn, type Look, type Mark } from '../src/database/mark.ts'
import { noneUnchanged, readUnchanged } from '../src/http/unchanged.ts'

export const scopeOf = (ownerId: string, more: Partial<Scope> = {}): Scope => ({
  ...nobody,
  ownerId,
  ...more,
})

/** Something to read whose state is its mark, and what was done to answer. */
export function open(read = readUnchanged, all = noneUnchanged<string>()) {
  const done: string[] = []
  const times: { era: number; moment: string | null; now: number; ends: boolean } = {
    era: 0,
    moment: null,
    now: 0,
    ends: true,
  }
  const judged: boolean[] = []
  let state: Mark = 'one'
  let during = (_step: string) => {}
  const ask = (key = 'a', scope = scopeOf('own_a'), bytes = 10) => {
    const answer = () => `${key} of ${scope.ownerId}: ${state}`
    const look: Look = async () => {
      done.push('look')
      const found = state
      during('look')
      return found
    }
    if (times.ends) look.lasts = endIn
    const make = async () => {
      done.push('make')
      return answer()
    }
    const makeMarked = async () => {
      done.push('make marked')
      const made = state === null ? null : { answer: answer(), mark: state, bytes }
      during('make marked')
      return made
    }
    const moment = async () => times.moment
    const judgeMoment = (isSame: boolean) => void judged.push(isSame)
    const now = () => times.now
    const { era } = times
    const asked = { scope, era, moment, judgeMoment, now }
    return read(all, key, { ...asked, prepare: () => look, make, makeMarked })
  }
  const taken = () => done.splice(0)
  const become = (next: Mark) => {
    state = next
  }
  /** What happens just after such a step. */
  const meanwhile = (change: (step: string) => void) => {
    during = change
  }
  return { all, ask, taken, become, times, judged, meanwhile }
}
