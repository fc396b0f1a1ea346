import { PlatformError, type PlatformErrorKind } from './errors.ts'
import { splitPermissions } from './permissions.ts'
import type { PlatformPermission } from './platform.ts'

/** Refusals that do not tell which permissions are granted. */
const inconclusive: readonly PlatformErrorKind[] = ['rejected', 'permission_missing', 'not_ready']

/**
 * The requested permissions that `read` reports as granted. Returns `null` if `read` is refused with
 * an inconclusive kind (or one of `alsoInconclusive`); other failures are thrown.
 */
export async function readGrantedScopes(
  permissions: readonly PlatformPermission[],
  read: () => Promise<string[] | null>,
  alsoInconclusive: readonly PlatformErrorKind[] = [],
): Promise<string[] | null> {
  try {
    const scopes = await read()
    return scopes && splitPermissions(permissions, scopes).granted
  } catch (err) {
    if (!(err instanceof PlatformError)) throw err
    if (inconclusive.includes(err.kind) || alsoInconclusive.includes(err.kind)) return null
    throw err
  }
}
