import { useInterval } from '@mantine/hooks'
import { useState } from 'react'

/** The current time in ms, updated at an interval. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useInterval(() => setNow(Date.now()), everyMs, { autoInvoke: true })
  return now
}

/** Minutes until an instant, rounded up, at least 1. */
export function minutesUntil(at: string, now: number): number {
  return Math.max(1, Math.ceil((Date.parse(at) - now) / 60_000))
}
