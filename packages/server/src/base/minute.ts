const minuteMs = 60_000

/** The beginning of the minute that `now` lies in: requests are counted by fixed minutes. In ms. */
export function minuteOf(now: number): number {
  return Math.floor(now / minuteMs) * minuteMs
}

/** When that minute ends, in ms. */
export function endOfMinute(now: number): number {
  return minuteOf(now) + minuteMs
}

/** How long it still lasts, in whole seconds as Retry-After has them; 1 at least. */
export function secondsLeftIn(now: number): number {
  return Math.max(1, Math.ceil((endOfMinute(now) - now) / 1_000))
}
