import { PlatformError } from './errors.ts'
import type { Capability, Platform, PlatformPermission } from './platform.ts'

export type PermissionSplit = { granted: string[]; missing: string[] }

/** Of the permissions that are asked for: which are held and which are not, in their order. */
export function splitPermissions(
  permissions: readonly PlatformPermission[],
  held: Iterable<string>,
): PermissionSplit {
  const scopes = new Set(held)
  const all = permissions.map(({ scope }) => scope)
  return {
    granted: all.filter((scope) => scopes.has(scope)),
    missing: all.filter((scope) => !scopes.has(scope)),
  }
}

/** The required permissions that are not held. */
export function missingRequired(
  permissions: readonly PlatformPermission[],
  granted: readonly string[],
): string[] {
  return permissions
    .filter(({ scope, required }) => required && !granted.includes(scope))
    .map(({ scope }) => scope)
}

/** The first permission that an ability needs and that is not held; `null` when none is missing. */
export function missingPermission(
  { permissions }: Pick<Platform, 'permissions'>,
  granted: readonly string[],
  capability: Capability,
): string | null {
  const missing = permissions.find(
    ({ scope, enables }) => enables.includes(capability) && !granted.includes(scope),
  )
  return missing?.scope ?? null
}

/** Why a login without these permissions connects nothing. */
export function permissionMissing(scopes: readonly string[]): PlatformError {
  return new PlatformError('permission_missing', {
    platformMessage: `Not granted: ${scopes.join(', ')}`,
  })
}

/** A scope list as platforms write it: with commas, with spaces or as an array. */
export function scopeList(scopes: string | readonly string[]): string[] {
  return typeof scopes === 'string' ? scopes.split(/[\s,]+/).filter(Boolean) : [...scopes]
}
