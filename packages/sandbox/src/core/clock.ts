import type { State } from './state.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export type Clock = {
  now(): Date
  /** Milliseconds since 1970 by the sandbox's clock. */
  ms(): number
  offsetMs(): number
  /** The time that the clock's shift is added to. */
  baseNow(): Date
  advance(ms: number): void
  set(to: Date): void
  reset(): void
  /** Called after every jump, so that waiting work can look again. */
  onShift(listener: () => void): void
}

/** Seconds since 1970. */
export function unix(ms: number): number {
  return Math.floor(ms / 1000)
}

/** A clock that runs with `base` and can be moved; the shift is part of the saved state. */
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
