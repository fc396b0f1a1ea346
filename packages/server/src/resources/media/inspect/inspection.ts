import { ServiceError } from '../../../core/errors.ts'
import type { Rendition, RenditionLimits } from '../../../platforms/contract/publish.ts'

/** A message to the inspector process. */
export type InspectionJob =
  | { type: 'image'; path: string; thumbnailPath: string }
  | { type: 'video'; path: string }
  | { type: 'decode_heic'; path: string; outputPath: string }
  | { type: 'remove_location'; path: string; mimeType: string }
  | { type: 'rendition'; path: string; outputPath: string; limits: RenditionLimits }

export type MediaFacts = {
  width: number
  height: number
  durationMs: number | null
  /** Of an image; 1 if it does not move. Of a JPEG, the number of its pictures. */
  frameCount: number | null
  /** Of a video, per second; `null` if its tables do not say. */
  frameRate: number | null
  colorSpace: string | null
}

/** The response of the inspector process to a job. */
export type InspectorResponse =
  | { facts: MediaFacts }
  | { isChanged: boolean }
  | { isDecoded: true }
  | { rendition: Omit<Rendition, 'data'> }
  | { invalid: string; cause: string }
  | { failure: string }

/** 422 `media_invalid` with a message for the caller and the cause for the log. */
export function invalidMedia(message: string, cause?: unknown): ServiceError {
  return new ServiceError('media_invalid', { message, cause })
}
