import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import type { ApiKeyTable } from '../../database/tables.ts'
import { type Permission, permissions } from '../../schemas/api-key.ts'

/** What a key may do and until when; `null` is everything and for ever. */
export type Rights = { scopes: readonly Permission[] | null; until: Date | null }

/** The rights of the key that asks. A member who signed in has all of an owner's. */
export async function ownRights(ctx: Context, scope: Scope): Promise<Rights> {
  const scopes = scope.permissions ? [...scope.permissions] : null
  if (scope.actor.kind !== 'api_key') return { scopes, until: null }
  const key = await ctx.db.read
    .selectFrom('api_key')
    .select(['expires_at', 'revoked_at', 'ends_at'])
    .where('id', '=', scope.actor.id)
    .executeTakeFirstOrThrow()
  return { scopes, until: endOf(key) }
}

/** When a key stops: it expires, it was revoked, or its rotation's overlap is over. */
export function endOf(
  key: Pick<ApiKeyTable, 'expires_at' | 'revoked_at' | 'ends_at'>,
): Date | null {
  const ends = [key.expires_at, key.revoked_at, key.ends_at].filter((end) => end !== null)
  return ends.length > 0 ? new Date(Math.min(...ends.map((end) => end.getTime()))) : null
}

/**
 * 403 `insufficient_scope` unless what is asked for lies within the own rights, in scopes and in
 * time: else a limited key could make itself a wider or a longer one, or end one.
 */
export function requireWithin(own: Rights, asked: Rights): void {
  const mine = own.scopes
  const beyond = mine && (asked.scopes ?? permissions).find((each) => !mine.includes(each))
  if (beyond) {
    throw new ServiceError('insufficient_scope', {
      message: `A key cannot deal with one of the scope ${beyond}, which it does not have.`,
    })
  }
  if (own.until && (!asked.until || asked.until > own.until)) {
    throw new ServiceError('insufficient_scope', {
      message: `A key cannot deal with one that lasts longer than itself, ${own.until.toISOString()}.`,
    })
  }
}
