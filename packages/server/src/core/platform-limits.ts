/** The part `platform` of `limits`. */
export const platformLimits = {
  deadlineMs: 15_000,
  /** The deadline of a call that sends or waits for a file: `uploadDeadlineMs` (platforms). */
  uploadDeadlineMs: 45_000,
  uploadDeadlineMsMax: 600_000,
  uploadBytesPerSecondMin: 250_000,
  responseBytesMax: 4_194_304,
  /** From a server that a person chose. */
  chosenResponseBytesMax: 1_048_576,
  /** Of a response, or of a webhook's body. */
  valuesMax: 50_000,
  /** A thread of Bluesky with 100 levels is nested 210 deep. */
  depthMax: 500,
  listMax: 1_000,
  /** Of texts in a response. Longer ones are cut off; a longer URL is left out. */
  nameCharsMax: 300,
  commentCharsMax: 10_000,
  postCharsMax: 65_000,
  urlCharsMax: 2_048,
  /** A longer ID makes the response invalid: an index of PostgreSQL holds few longer ones. */
  idCharsMax: 1_000,
  /** Above this usage of a limit, background reads pause; posts and users' requests go on (threads.md §7). */
  readingUsagePercentMax: 80,
  /** The length of that pause if the platform gives none. */
  readingPauseMs: 15 * 60_000,
} as const
