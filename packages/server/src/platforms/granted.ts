import { PlatformError, type PlatformErrorKind } from './errors.ts'
import { splitPermissions } from './permissions.ts'
import type { PlatformPermission } from './platform.ts'

/** Refusals that say nothing about what was granted. */
const untold: readonly PlatformErrorKind[] = ['rejected', 'permission_missing', 'not_ready']

/**
 * Of the permissions that we ask for, those that `read` names; `null` where it is refused, also by
 * the kinds of `unclear`. Other failures are thrown.
 */
export async function toldScopes(
  permissions: readonly PlatformPermission[],
  read: () => Promise<string[] | null>,
  unclear: readonly PlatformErrorKind[] = [],
): Promise<string[] | null> {
  try {
    const held = await read()
    return held && splitPermissions(permissions, held).granted
  } catch (err) {
    if (!(err instanceof PlatformError)) throw err
    if (untold.includes(err.kind) || unclear.includes(err.kind)) return null
    throw err
  }
}
