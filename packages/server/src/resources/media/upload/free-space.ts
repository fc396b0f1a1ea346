import { statfs } from 'node:fs/promises'
import { ServiceError } from '../../../core/errors.ts'
import { limits } from '../../../core/limits.ts'

/**
 * Throws 503 `unavailable` if the disk of the directory has less than `bytesMin` free, so that files leave
 * space for the embedded database, which is on the same disk.
 */
export async function requireFreeSpace(directory: string, bytesMin: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory)
  if (bavail * bsize >= bytesMin) return
  throw new ServiceError('unavailable', {
    message:
      'The storage of this installation is nearly full. Its operator must free space; then send the request again.',
    retryAfterSeconds: limits.traffic.retryAfterSeconds,
  })
}
