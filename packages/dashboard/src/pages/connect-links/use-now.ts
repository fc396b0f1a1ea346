import { useInterval } from '@mantine/hooks'
import { useState } from 'react'

/** The time now, told anew every so often. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useInterval(() => setNow(Date.now()), everyMs, { autoInvoke: true })
  return now
}

/** Whole minutes until an instant, at least one. */
export function minutesUntil(at: string, now: number): number {
  return Math.max(1, Math.ceil((Date.parse(at) - now) / 60_000))
}
