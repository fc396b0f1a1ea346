import { ServiceError } from '../../core/errors.ts'

/** 422 `media_invalid`, with what is wrong for the caller and the cause for the log. */
export function damaged(message: string, cause?: unknown): ServiceError {
  return new ServiceError('media_invalid', { message, cause })
}
