import { ServiceError } from '../../core/errors.ts'
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

/** 422 `media_invalid`, with what is wrong for the caller and the cause for the log. */
export function damaged(message: string, cause?: unknown): ServiceError {
  return new ServiceError('media_invalid', { message, cause })
}
