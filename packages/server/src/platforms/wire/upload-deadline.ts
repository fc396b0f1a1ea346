import { limits } from '../../core/limits.ts'

/** How long a call that sends `bytes` may take, in milliseconds; for `PlatformRequest.deadlineMs`. */
export function uploadDeadlineMs(bytes: number): number {
  const { uploadBytesPerSecondMin, uploadDeadlineMs, uploadDeadlineMsMax } = limits.platform
  const sendMs = Math.ceil((bytes / uploadBytesPerSecondMin) * 1_000)
  return Math.min(Math.max(sendMs, uploadDeadlineMs), uploadDeadlineMsMax)
}
