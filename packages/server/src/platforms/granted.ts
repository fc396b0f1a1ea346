import { PlatformError, type PlatformErrorKind } from './errors.ts'

/** Refusals that say nothing about what was granted. */
const untold: readonly PlatformErrorKind[] = ['rejected', 'permission_missing', 'not_ready']

/**
 * The permissions as `read` tells them; `null` where it is refused, also by the kinds of `unclear`.
 * Other failures are thrown.
 */
export async function toldScopes(
  read: () => Promise<string[] | null>,
  unclear: readonly PlatformErrorKind[] = [],
): Promise<string[] | null> {
  try {
    return await read()
  } catch (err) {
    if (!(err instanceof PlatformError)) throw err
    if (untold.includes(err.kind) || unclear.includes(err.kind)) return null
    throw err
  }
}
