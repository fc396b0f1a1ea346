/** The only source of business time. Tests pass one that they control. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export type TestClock = Clock & { set(instant: Date): void; advance(ms: number): void }

/** A clock that stands still until the test moves it. */
export function testClock(start: Date): TestClock {
  let current = start.getTime()
  return {
    now: () => new Date(current),
    set: (instant) => {
      current = instant.getTime()
    },
    advance: (ms) => {
      current += ms
    },
  }
}
