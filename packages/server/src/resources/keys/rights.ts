import { includesPermission, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import type { ApiKeyTable } from '../../database/tables.ts'
import { type Permission, permissions } from '../../schemas/api-key.ts'

/** The scopes of a key (`null`: all) and when it stops working (`null`: never). */
export type Rights = { scopes: readonly Permission[] | null; until: Date | null }

/** The rights of the calling key. A signed-in member's rights do not expire. */
export async function rightsOfCaller(ctx: Context, scope: Scope): Promise<Rights> {
  const scopes = scope.permissions ? [...scope.permissions] : null
  if (scope.actor.kind !== 'api_key') return { scopes, until: null }
  const key = await ctx.db.query
    .selectFrom('api_key')
    .select(['expires_at', 'revoked_at', 'ends_at'])
    .where('id', '=', scope.actor.id)
    .executeTakeFirstOrThrow()
  return { scopes, until: keyEnd(key) }
}

/** The earliest of a key's expiry, its revocation and the end of its rotation overlap. */
export function keyEnd(
  key: Pick<ApiKeyTable, 'expires_at' | 'revoked_at' | 'ends_at'>,
): Date | null {
  const ends = [key.expires_at, key.revoked_at, key.ends_at].filter((end) => end !== null)
  return ends.length > 0 ? new Date(Math.min(...ends.map((end) => end.getTime()))) : null
}

/**
 * 403 `insufficient_scope` if the requested rights exceed the caller's in scopes or time. Otherwise a
 * limited key could create, rotate or revoke one with more rights.
 */
export function requireWithinRights(callerRights: Rights, requested: Rights): void {
  const callerScopes = callerRights.scopes
  const held = callerScopes && new Set(callerScopes)
  const missing =
    held && (requested.scopes ?? permissions).find((each) => !includesPermission(held, each))
  if (missing) {
    throw new ServiceError('insufficient_scope', {
      message: `This key lacks the scope ${missing}. Use a key that has it to manage that key.`,
    })
  }
  if (callerRights.until && (!requested.until || requested.until > callerRights.until)) {
    throw new ServiceError('insufficient_scope', {
      message: `This key ends at ${callerRights.until.toISOString()} and cannot manage a key that lasts longer. Use a key without an earlier end.`,
    })
  }
}
