import type { Clock } from './clock.ts'

const SLEEP_MAX_MS = 60_000

export type Ticker = {
  /** Runs `act` once the sandbox's clock reaches `atMs`, whether it runs or is moved there. */
  at(atMs: number, act: () => void): void
  close(): void
}

export function createTicker(clock: Clock): Ticker {
  let scheduled: { at: number; act: () => void }[] = []
  let timer: NodeJS.Timeout | undefined
  let closed = false
  const runDue = () => {
    clearTimeout(timer)
    if (closed) return
    const now = clock.ms()
    const due = scheduled.filter((item) => item.at <= now)
    scheduled = scheduled.filter((item) => item.at > now)
    for (const { act } of due.sort((a, b) => a.at - b.at)) act()
    if (scheduled.length === 0) return
    const next = Math.min(...scheduled.map((item) => item.at))
    timer = setTimeout(runDue, Math.min(Math.max(1, next - clock.ms()), SLEEP_MAX_MS))
    timer.unref()
  }
  clock.onShift(runDue)
  return {
    at(atMs, act) {
      scheduled.push({ at: atMs, act })
      runDue()
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
