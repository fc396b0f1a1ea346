import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { ServiceError, type UsedKey } from '../core/errors.ts'
import type { Permission } from '../schemas/api-key.ts'
import { hashToken } from '../security/secrets.ts'
import type { Scope } from './scope.ts'

const keyShape = /^pst_(owner|profile)_[A-Za-z0-9]{43}$/
const lastUsedStepMs = 60_000

/** Returns the API key of an `Authorization` header; 401 when the header is missing or malformed. */
export function keyOf(header: string | undefined): string {
  if (!header) throw new ServiceError('api_key_missing')
  const [scheme, token, ...rest] = header.trim().split(/\s+/)
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0) {
    throw new ServiceError('api_key_missing')
  }
  if (!keyShape.test(token)) throw new ServiceError('api_key_invalid')
  return token
}

/**
 * Returns the scope of a request from its API key and its `Service-Profile` header. Throws 401 for an
 * unknown, expired or revoked key, 403 `profile_mismatch` when the header of a profile key names
 * another profile, and 404 `profile_not_found` for an unknown profile. The key is read from the
 * database on every request, so a revocation takes effect immediately in every process.
 */
export async function authenticateKey(
  ctx: Context,
  token: string,
  profileHeader: string | undefined,
): Promise<Scope> {
  const key = await requireKey(ctx, token, profileHeader ?? null)
  const keyProfile = key.profile_id
    ? { id: key.profile_id, externalId: key.profile_external_id }
    : null
  return {
    ownerId: key.owner_id,
    actor: { kind: 'api_key', id: key.id, name: key.name },
    kind: key.kind,
    profile: resolveHeaderProfile(key, keyProfile, profileHeader),
    permissions: key.scopes ? new Set(key.scopes as Permission[]) : null,
    profileIds: null,
    hiddenProfileIds: key.hidden_profile_ids,
    sessionId: null,
    mustSetUpSecondFactor: false,
  }
}

async function requireKey(ctx: Context, token: string, reference: string | null): Promise<KeyRow> {
  const now = ctx.clock.now()
  const key = await findKey(ctx, token, reference)
  if (!key) throw new ServiceError('api_key_invalid')
  const isReplaced = key.ends_at !== null && key.ends_at <= now
  if (key.revoked_at || isReplaced || key.profile_deleting_at) {
    throw new ServiceError('api_key_revoked', { key: usedKeyOf(key) })
  }
  if (key.expires_at && key.expires_at <= now) {
    throw new ServiceError('api_key_expired', { key: usedKeyOf(key) })
  }
  await recordUse(ctx, key.id, key.last_used_at, now)
  return key
}

/**
 * When a usable key ends, `null` if it does not; `undefined` for one that has ended. For streams, which
 * check it while they are open.
 */
export async function readKeyEnd(ctx: Context, keyId: string): Promise<Date | null | undefined> {
  const now = ctx.clock.now()
  const { rows } = await sql<{ end: Date | null }>`
    select least(key.ends_at, key.expires_at) as end from api_key key left join profile own on own.id = key.profile_id
    where key.id = ${keyId} and key.revoked_at is null and own.deleting_at is null
      and (key.ends_at is null or key.ends_at > ${now})
      and (key.expires_at is null or key.expires_at > ${now})`.execute(ctx.db.read)
  return rows[0]?.end
}

type KeyRow = {
  id: string
  owner_id: string
  profile_id: string | null
  kind: 'owner' | 'profile'
  name: string
  scopes: string[] | null
  expires_at: Date | null
  revoked_at: Date | null
  ends_at: Date | null
  last_used_at: Date | null
  profile_external_id: string | null
  profile_deleting_at: Date | null
  hidden_profile_ids: string[]
  named_id: string | null
  named_external_id: string | null
}

function usedKeyOf({ owner_id, id, name, kind, profile_id }: KeyRow): UsedKey {
  return { ownerId: owner_id, id, name, kind, profileId: profile_id }
}

/** Reads the key, its profile, the header's profile and the profiles being deleted in one statement. */
async function findKey(
  ctx: Context,
  token: string,
  reference: string | null,
): Promise<KeyRow | undefined> {
  const { rows } =
    await sql<KeyRow>`select key.id, key.owner_id, key.profile_id, key.kind, key.name,
      key.scopes, key.expires_at, key.revoked_at, key.ends_at, key.last_used_at,
      own.external_id as profile_external_id, own.deleting_at as profile_deleting_at,
      coalesce(by_id.id, by_external_id.id) as named_id,
      coalesce(by_id.external_id, by_external_id.external_id) as named_external_id,
      array(select id from profile hidden where hidden.owner_id = key.owner_id
        and hidden.deleting_at is not null and hidden.erased_at is null) as hidden_profile_ids
    from api_key key
    left join profile own on own.id = key.profile_id
    left join profile by_id on by_id.owner_id = key.owner_id and by_id.id = ${reference}
      and by_id.deleting_at is null
    left join profile by_external_id on by_external_id.owner_id = key.owner_id
      and by_external_id.external_id = ${reference} and by_external_id.deleting_at is null
    where key.secret_hash = ${hashToken(token)}`.execute(ctx.db.read)
  return rows[0]
}

/** Writes at most once a minute, so that a busy key does not write on every request. */
async function recordUse(ctx: Context, id: string, last: Date | null, now: Date): Promise<void> {
  if (last && now.getTime() - last.getTime() < lastUsedStepMs) return
  await ctx.db.read.updateTable('api_key').set({ last_used_at: now }).where('id', '=', id).execute()
}

function resolveHeaderProfile(
  key: KeyRow,
  keyProfile: Scope['profile'],
  header: string | undefined,
): Scope['profile'] {
  if (header === undefined) return keyProfile
  if (keyProfile) {
    if (header === keyProfile.id || header === keyProfile.externalId) return keyProfile
    throw new ServiceError('profile_mismatch', { key: usedKeyOf(key) })
  }
  if (!key.named_id) throw new ServiceError('profile_not_found', { key: usedKeyOf(key) })
  return { id: key.named_id, externalId: key.named_external_id }
}
