/** What the inspector process is asked to read. */
export type Job =
  | { type: 'image'; path: string; thumbnailPath: string }
  | { type: 'video'; path: string }
  | { type: 'remove_location'; path: string; mimeType: string }

export type MediaFacts = { width: number; height: number; durationMs: number | null }

/** What the inspector process sends for a job. */
export type Answer =
  | { facts: MediaFacts }
  | { isChanged: boolean }
  | { invalid: string; cause: string }
  | { failure: string }
