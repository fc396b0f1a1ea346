import { ServiceError } from '../../core/errors.ts'

/** A message to the inspector process. */
export type InspectionJob =
  | { type: 'image'; path: string; thumbnailPath: string }
  | { type: 'video'; path: string }
  | { type: 'remove_location'; path: string; mimeType: string }

export type MediaFacts = { width: number; height: number; durationMs: number | null }

/** The response of the inspector process to a job. */
export type InspectorResponse =
  | { facts: MediaFacts }
  | { isChanged: boolean }
  | { invalid: string; cause: string }
  | { failure: string }

/** 422 `media_invalid` with a message for the caller and the cause for the log. */
export function invalidMedia(message: string, cause?: unknown): ServiceError {
  return new ServiceError('media_invalid', { message, cause })
}
