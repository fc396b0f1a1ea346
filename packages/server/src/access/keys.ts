import { sql } from 'kysely'
import { ServiceError } from '../base/errors.ts'
import { hashToken } from '../base/secrets.ts'
import type { Context } from '../context.ts'
import type { Permission } from '../resources/api-key.ts'
import { findProfile } from './reference.ts'
import type { Scope } from './scope.ts'

const keyShape = /^pst_(owner|profile)_[A-Za-z0-9]{43}$/
const lastUsedStepMs = 60_000

/**
 * The scope of a request with an API key, from its `Authorization` and `Service-Profile` headers. 401 for a key that
 * is missing, unknown, expired or revoked; 403 `profile_mismatch` when a profile key comes with a
 * header naming another profile; 404 `profile_not_found` for an unknown profile in the header.
 */
export async function authenticateKey(
  ctx: Context,
  headers: { authorization: string | undefined; profile: string | undefined },
): Promise<Scope> {
  const key = await findKey(ctx, bearer(headers.authorization))
  const own = key.profile_id ? { id: key.profile_id, externalId: key.profile_external_id } : null
  return {
    ownerId: key.owner_id,
    actor: { kind: 'api_key', id: key.id, name: key.name },
    kind: key.kind,
    profile: await confine(ctx, key.owner_id, own, headers.profile),
    permissions: key.scopes ? new Set(key.scopes as Permission[]) : null,
    profileIds: null,
    hiddenProfileIds: key.hidden_profile_ids,
    sessionId: null,
  }
}

function bearer(header: string | undefined): string {
  if (!header) throw new ServiceError('api_key_missing')
  const [scheme, token, ...rest] = header.trim().split(/\s+/)
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0) {
    throw new ServiceError('api_key_missing')
  }
  if (!keyShape.test(token)) throw new ServiceError('api_key_invalid')
  return token
}

async function findKey(ctx: Context, token: string) {
  const now = ctx.clock.now()
  const key = await ctx.db.read
    .selectFrom('api_key')
    .leftJoin('profile', 'profile.id', 'api_key.profile_id')
    .select([
      'api_key.id',
      'api_key.owner_id',
      'api_key.profile_id',
      'api_key.kind',
      'api_key.name',
      'api_key.scopes',
      'api_key.expires_at',
      'api_key.revoked_at',
      'api_key.last_used_at',
      'profile.external_id as profile_external_id',
      'profile.deleting_at as profile_deleting_at',
    ])
    .select(
      sql<string[]>`array(select id from profile hidden
        where hidden.owner_id = api_key.owner_id
          and hidden.deleting_at is not null and hidden.erased_at is null)`.as(
        'hidden_profile_ids',
      ),
    )
    .where('api_key.secret_hash', '=', hashToken(token))
    .executeTakeFirst()
  if (!key) throw new ServiceError('api_key_invalid')
  if ((key.revoked_at && key.revoked_at <= now) || key.profile_deleting_at) {
    throw new ServiceError('api_key_revoked')
  }
  if (key.expires_at && key.expires_at <= now) throw new ServiceError('api_key_expired')
  await noteUse(ctx, key.id, key.last_used_at, now)
  return key
}

/** Kept to the minute, so that a busy key does not write with every request. */
async function noteUse(ctx: Context, id: string, last: Date | null, now: Date): Promise<void> {
  if (last && now.getTime() - last.getTime() < lastUsedStepMs) return
  await ctx.db.read.updateTable('api_key').set({ last_used_at: now }).where('id', '=', id).execute()
}

async function confine(
  ctx: Context,
  ownerId: string,
  own: Scope['profile'],
  header: string | undefined,
): Promise<Scope['profile']> {
  if (header === undefined) return own
  if (own) {
    if (header === own.id || header === own.externalId) return own
    throw new ServiceError('profile_mismatch')
  }
  return await findProfile(ctx.db.read, ownerId, header)
}
