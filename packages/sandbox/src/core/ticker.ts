import type { Clock } from './clock.ts'

const SLEEP_MAX_MS = 60_000

export type Ticker = {
  /** Runs `act` once the sandbox's clock has reached `atMs`, also when the clock is moved. */
  at(atMs: number, act: () => void): void
  close(): void
}

export function createTicker(clock: Clock): Ticker {
  let waiting: { at: number; act: () => void }[] = []
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const look = () => {
    clearTimeout(timer)
    if (closed) return
    const now = clock.ms()
    const due = waiting.filter((item) => item.at <= now)
    waiting = waiting.filter((item) => item.at > now)
    for (const { act } of due.sort((a, b) => a.at - b.at)) act()
    if (waiting.length === 0) return
    const next = Math.min(...waiting.map((item) => item.at))
    timer = setTimeout(look, Math.min(Math.max(1, next - clock.ms()), SLEEP_MAX_MS))
    timer.unref()
  }
  clock.onShift(look)
  return {
    at(atMs, act) {
      waiting.push({ at: atMs, act })
      look()
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
