import { expect, test, vi } from 'vitest'
import { open, scopeOf } from '../../test/asking.ts'
import type { Scope } from '../access/scope.ts'
import { ServiceError } from '../base/errors.ts'
import { noneUnchanged, readChecked, readUnchanged } from './unchanged.ts'

/** Of a database that says nothing of its moments. */
const atAnyTime = { era: 0, moment: async () => null, judgeMoment: () => {}, now: () => 0 }

test('what is asked for once is made, and neither looked at nor kept', async () => {
  const { all, ask, taken } = open()
  expect(await ask()).toBe('a of own_a: one')
  expect(taken()).toEqual(['make'])
  expect(all.get('a')!.answer).toBeNull()
})

test('what is asked for again is looked at, and given as it was from the third time on', async () => {
  const { ask, taken } = open()
  await ask()
  await ask()
  expect(taken()).toEqual(['make', 'look', 'make marked'])
  expect(await ask()).toBe('a of own_a: one')
  expect(await ask()).toBe('a of own_a: one')
  expect(taken()).toEqual(['look', 'look'])
})

test('a change is in the very next answer', async () => {
  const { ask, taken, become } = open()
  for (let time = 0; time < 3; time += 1) await ask()
  become('two')
  taken()
  expect(await ask()).toBe('a of own_a: two')
  expect(await ask()).toBe('a of own_a: two')
  expect(taken()).toEqual(['look', 'make marked', 'look'])
})

test('what has changed whenever it was looked at is hardly looked at, until it rests', async () => {
  const { ask, taken, become } = open()
  for (let time = 0; time < 400; time += 1) {
    become(`at ${time}`)
    expect(await ask()).toBe(`a of own_a: at ${time}`)
  }
  const done = taken()
  expect(done.filter((each) => each !== 'look')).toHaveLength(400)
  expect(done.filter((each) => each === 'look').length).toBeLessThan(15)
  for (let time = 0; time < 130; time += 1) await ask()
  taken()
  await ask()
  expect(taken()).toEqual(['look'])
})

test.each<[string, Scope]>([
  ['another owner', scopeOf('own_b')],
  ['another profile', scopeOf('own_a', { profile: { id: 'prof_b', externalId: null } })],
  ['fewer profiles', scopeOf('own_a', { profileIds: ['prof_a'] })],
  ['a profile that is being deleted', scopeOf('own_a', { hiddenProfileIds: ['prof_b'] })],
  ['other permissions', scopeOf('own_a', { permissions: new Set(['posts:read' as const]) })],
])('nobody is given what was made for %s', async (_what, other) => {
  const { ask, taken } = open()
  for (let time = 0; time < 3; time += 1) await ask()
  taken()
  expect(await ask('a', other)).toBe(`a of ${other.ownerId}: one`)
  expect(taken()).toEqual(['make'])
  // What was kept for the first is gone: the same words are not those of two.
  await ask()
  expect(taken()).toEqual(['make'])
})

test('nothing is kept of what is not there, and whoever asks is told by the answer itself', async () => {
  const { all, ask, taken, become } = open()
  become(null)
  for (let time = 0; time < 3; time += 1) await ask()
  expect(taken()).toEqual(['make', 'look', 'make', 'look', 'make'])
  expect(all.get('a')!.answer).toBeNull()
})

test.each(['prepare', 'look'] as const)(
  'a question that is refused in %s is refused by what makes the answer',
  async (where) => {
    const all = noneUnchanged<string>()
    const refuse = () => {
      throw new ServiceError('invalid_cursor')
    }
    const ask = () =>
      readUnchanged(all, 'a', {
        ...atAnyTime,
        scope: scopeOf('own_a'),
        prepare: () => (where === 'prepare' ? refuse() : async () => refuse()),
        make: async () => {
          throw new ServiceError('validation_failed')
        },
        makeMarked: async () => null,
      })
    for (let time = 0; time < 3; time += 1) {
      await expect(ask()).rejects.toMatchObject({ code: 'validation_failed' })
    }
  },
)

test('a database that is away is no refusal: the error is told', async () => {
  const all = noneUnchanged<string>()
  const ask = () =>
    readUnchanged(all, 'a', {
      ...atAnyTime,
      scope: scopeOf('own_a'),
      prepare: () => () => Promise.reject(new Error('away')),
      make: async () => 'made',
      makeMarked: async () => null,
    })
  expect(await ask()).toBe('made')
  await expect(ask()).rejects.toThrow('away')
})

test('all answers together have a bound in bytes, and the longest unused goes first', async () => {
  const { all, ask } = open()
  const large = 9 * 1024 * 1024
  for (const key of ['a', 'b', 'c'])
    for (let time = 0; time < 2; time += 1) await ask(key, undefined, large)
  expect([...all.keys()]).toEqual(['c', 'b'])
  expect(all.calculatedSize).toBeLessThan(24 * 1024 * 1024)
})

test('the check of the tests finds a mark that misses a change', async () => {
  const all = noneUnchanged<string>()
  let state = 'one'
  const ask = () =>
    readChecked(all, 'a', {
      ...atAnyTime,
      scope: scopeOf('own_a'),
      prepare: () => async () => 'always the same',
      make: async () => state,
      makeMarked: async () => ({ answer: state, mark: 'always the same', bytes: 1 }),
    })
  expect(await ask()).toBe('one')
  expect(await ask()).toBe('one')
  state = 'two'
  await expect(ask()).rejects.toThrow('The mark of a misses a change.')
})

test('what is given again between its changes is looked at each time', async () => {
  const { ask, taken, become } = open()
  for (let time = 0; time < 3; time += 1) await ask()
  for (let time = 0; time < 8; time += 1) {
    become(`at ${time}`)
    await ask()
    taken()
    await ask()
    expect(taken(), `after change ${time}`).toEqual(['look'])
  }
})

test('what is older than ten minutes is in no memory, whether it is asked for or not', async () => {
  vi.useFakeTimers()
  try {
    const { all, ask, taken } = open(
      readUnchanged,
      noneUnchanged<string>({ now: () => Date.now() }),
    )
    for (let time = 0; time < 2; time += 1) await ask()
    vi.advanceTimersByTime(9 * 60_000)
    taken()
    await ask()
    expect(taken()).toEqual(['look'])
    vi.advanceTimersByTime(2 * 60_000)
    expect(all.size).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('no more than 10,000 questions are known', async () => {
  const { all, ask } = open()
  for (let each = 0; each < 10_010; each += 1) await ask(`${each}`)
  expect(all.size).toBe(10_000)
})

test('where nothing at all was committed since it is given without a look', async () => {
  const { ask, taken, times } = open()
  times.moment = 'first'
  for (let time = 0; time < 5; time += 1) await ask()
  expect(taken()).toEqual(['make', 'look', 'make marked'])
  times.moment = 'second'
  for (let time = 0; time < 5; time += 1) await ask()
  expect(taken()).toEqual(['look'])
})

test('it is said of each moment that was compared whether it was the same', async () => {
  const { ask, times, judged } = open()
  for (const moment of [null, 'first', 'first', 'first', 'second', 'second', null, 'second']) {
    times.moment = moment
    await ask()
  }
  // What was looked at while none was asked is of none, and is compared with none.
  expect(judged).toEqual([true, true, false, true])
})

test('a change is in the very next answer, as it is of another moment', async () => {
  const { ask, taken, become, times } = open()
  times.moment = 'first'
  for (let time = 0; time < 3; time += 1) await ask()
  become('two')
  times.moment = 'second'
  taken()
  expect(await ask()).toBe('a of own_a: two')
  expect(await ask()).toBe('a of own_a: two')
  expect(taken()).toEqual(['look', 'make marked'])
})

test.each<[string, 'look' | 'make marked', string]>([
  ['looked at', 'look', 'one'],
  ['made', 'make marked', 'two'],
])('what is committed just after it was %s is in the next answer', async (_what, step, first) => {
  const { ask, become, times, meanwhile } = open()
  times.moment = 'first'
  for (let time = 0; time < 3; time += 1) await ask()
  become(first)
  times.moment = 'second'
  meanwhile((done) => {
    if (done !== step) return
    become('last')
    times.moment = 'third'
  })
  expect(await ask()).toBe(`a of own_a: ${first}`)
  meanwhile(() => {})
  expect(await ask()).toBe('a of own_a: last')
})

test('one whose time has come, or that is not yet as of now, is looked at whatever was committed', async () => {
  const { ask, taken, become, times } = open()
  Object.assign(times, { moment: 'first', now: 1_000 })
  become('one until 2000')
  for (let time = 0; time < 3; time += 1) await ask()
  taken()
  times.now = 1_999
  await ask()
  expect(taken()).toEqual([])
  for (const now of [2_000, 999]) {
    times.now = now
    await ask()
    expect(taken(), `at ${now}`).toEqual(['look'])
  }
  // Also by a clock that was set back it is so from then on.
  await ask()
  expect(taken()).toEqual([])
})

test('one that may become another at any time is looked at each time', async () => {
  const { ask, taken, times } = open()
  Object.assign(times, { moment: 'first', ends: false })
  for (let time = 0; time < 5; time += 1) await ask()
  expect(taken()).toEqual(['make', 'look', 'make marked', 'look', 'look', 'look'])
})

test('the check of the tests finds a moment that misses a change', async () => {
  const { ask, become, times } = open(readChecked)
  times.moment = 'first'
  for (let time = 0; time < 3; time += 1) await ask()
  become('two')
  await expect(ask()).rejects.toThrow('The moment of a misses a change.')
  times.moment = 'second'
  expect(await ask()).toBe('a of own_a: two')
})

test('of an answer of another era no mark says that it is still so', async () => {
  const { ask, taken, become, times } = open()
  for (let time = 0; time < 3; time += 1) await ask()
  taken()
  times.era = 1
  expect(await ask()).toBe('a of own_a: one')
  become('two')
  expect(await ask()).toBe('a of own_a: two')
  expect(taken()).toEqual(['make', 'look', 'make marked'])
})
