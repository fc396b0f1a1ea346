import { DAY_MS, HOUR_MS } from '../core/clock.ts'

/** Codes of Threads and Instagram live one hour (threads.md §1.2). */
export const CODE_LIFETIME_MS = HOUR_MS
export const SHORT_LIFETIME_MS = HOUR_MS
export const LONG_LIFETIME_MS = 60 * DAY_MS
/** Long tokens may be refreshed once they are this old (threads.md §1.6). */
export const REFRESH_AGE_MS = DAY_MS
/** Meta's samples print a little less than sixty days (threads.md §1.5). */
export const LONG_EXPIRES_IN_S = 5_183_944
