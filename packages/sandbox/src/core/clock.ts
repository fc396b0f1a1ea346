import type { State } from './state.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export type Clock = {
  now(): Date
  /** The shifted time in milliseconds since 1970. */
  ms(): number
  offsetMs(): number
  /** The time without the shift. */
  baseNow(): Date
  advance(ms: number): void
  set(to: Date): void
  reset(): void
  /** Calls `listener` after every shift, so that timers can be set again. */
  onShift(listener: () => void): void
}

/** Seconds since 1970. */
export function unix(ms: number): number {
  return Math.floor(ms / 1000)
}

/** A clock that adds a shift to `base`. The shift is saved with the state. */
export function createClock(state: State, base: () => Date): Clock {
  const listeners: (() => void)[] = []
  const offsetMs = () => state.clock.get('clock')?.offset_ms ?? 0
  const shift = (offset: number) => {
    state.clock.put({ id: 'clock', offset_ms: offset })
    for (const listener of listeners) listener()
  }
  const ms = () => base().getTime() + offsetMs()
  return {
    ms,
    now: () => new Date(ms()),
    offsetMs,
    baseNow: base,
    advance: (by) => shift(offsetMs() + by),
    set: (to) => shift(to.getTime() - base().getTime()),
    reset: () => shift(0),
    onShift: (listener) => listeners.push(listener),
  }
}
