import { PlatformError } from './errors.ts'
import {
  type Capability,
  capabilities,
  type Platform,
  type PlatformPermission,
} from './platform.ts'

export type PermissionSplit = { granted: string[]; missing: string[] }

/** Splits the requested permissions into granted and missing ones, in their original order. */
export function splitPermissions(
  permissions: readonly PlatformPermission[],
  granted: Iterable<string>,
): PermissionSplit {
  const grantedScopes = new Set(granted)
  const all = permissions.map(({ scope }) => scope)
  return {
    granted: all.filter((scope) => grantedScopes.has(scope)),
    missing: all.filter((scope) => !grantedScopes.has(scope)),
  }
}

/** The required permissions that were not granted. */
export function missingRequired(
  permissions: readonly PlatformPermission[],
  granted: readonly string[],
): string[] {
  return permissions
    .filter(({ scope, required }) => required && !granted.includes(scope))
    .map(({ scope }) => scope)
}

/** Throws the error of a login that lacks a required permission. */
export function requirePermissions(
  permissions: readonly PlatformPermission[],
  granted: readonly string[],
): void {
  const missing = missingRequired(permissions, granted)
  if (missing.length > 0) throw permissionMissing(missing)
}

/** The first permission that a capability needs and that was not granted, else `null`. */
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

/** The capabilities of a network in the order of its pages: all, or those that need these scopes. */
export function capabilitiesOf(
  { permissions }: Pick<Platform, 'permissions'>,
  scopes?: readonly string[],
): Capability[] {
  const enabled = permissions
    .filter(({ scope }) => !scopes || scopes.includes(scope))
    .flatMap(({ enables }) => enables)
  return capabilities.filter((capability) => enabled.includes(capability))
}

/** The permission that a refused call most likely lacks: the one with the fewest capabilities. */
export function narrowestPermission(
  { permissions }: Pick<Platform, 'permissions'>,
  capability: Capability,
): string {
  const special = permissions
    .filter(({ enables }) => enables.includes(capability))
    .toSorted((left, right) => left.enables.length - right.enables.length)
  return special[0]?.scope ?? capability
}

/** The error of a login that lacks these required permissions. */
export function permissionMissing(scopes: readonly string[]): PlatformError {
  return new PlatformError('permission_missing', {
    platformMessage: `Not granted: ${scopes.join(', ')}`,
    missing: scopes,
  })
}

/** Parses a platform's scope list: separated by commas or spaces, or an array. */
export function scopeList(scopes: string | readonly string[]): string[] {
  return typeof scopes === 'string' ? scopes.split(/[\s,]+/).filter(Boolean) : [...scopes]
}
