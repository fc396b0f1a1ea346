import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { ServiceError, type UsedKey } from '../core/errors.ts'
import type { Permission } from '../schemas/api-key.ts'
import { hashToken } from '../security/secrets.ts'
import { findKey, type KeyRow, type ReadAhead } from './key-statement.ts'
import type { Scope } from './scope.ts'
import { rememberRow } from './scoped-statement.ts'

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
 * database on every request, so a revocation takes effect immediately in every process. `read` is a row
 * that the operation asks for, read in the same statement.
 */
export async function authenticateKey(
  ctx: Context,
  token: string,
  profileHeader: string | undefined,
  read?: ReadAhead,
): Promise<Scope> {
  const { key, row } = await requireKey(ctx, token, profileHeader ?? null, read)
  const keyProfile = key.key_profile_id
    ? { id: key.key_profile_id, externalId: key.key_profile_external_id }
    : null
  const scope: Scope = {
    ownerId: key.key_owner_id,
    actor: { kind: 'api_key', id: key.key_id, name: key.key_name },
    kind: key.key_kind,
    profile: resolveHeaderProfile(key, keyProfile, profileHeader),
    permissions: key.key_scopes ? new Set(key.key_scopes as Permission[]) : null,
    profileIds: null,
    hiddenProfileIds: key.key_hidden_profile_ids,
    sessionId: null,
    mustSetUpSecondFactor: false,
  }
  if (read) rememberRow(scope, { ...read, row })
  return scope
}

async function requireKey(
  ctx: Context,
  token: string,
  header: string | null,
  read: ReadAhead | undefined,
): Promise<{ key: KeyRow; row: object | undefined }> {
  const now = ctx.clock.now()
  const kind = token.startsWith('pst_profile_') || header !== null ? 'profile' : 'owner'
  const found = await findKey(ctx.db.query, hashToken(token), header, read && { ...read, kind })
  const { key, row } = found
  if (!key) throw new ServiceError('api_key_invalid')
  const isReplaced = key.key_ends_at !== null && key.key_ends_at <= now
  if (key.key_revoked_at || isReplaced || key.key_profile_deleting_at) {
    throw new ServiceError('api_key_revoked', { key: usedKeyOf(key) })
  }
  if (key.key_expires_at && key.key_expires_at <= now) {
    throw new ServiceError('api_key_expired', { key: usedKeyOf(key) })
  }
  await recordUse(ctx, key.key_id, key.key_last_used_at, now)
  return { key, row }
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
      and (key.expires_at is null or key.expires_at > ${now})`.execute(ctx.db.query)
  return rows[0]?.end
}

function usedKeyOf(key: KeyRow): UsedKey {
  return {
    ownerId: key.key_owner_id,
    id: key.key_id,
    name: key.key_name,
    kind: key.key_kind,
    profileId: key.key_profile_id,
  }
}

/** Writes at most once a minute, so that a busy key does not write on every request. */
async function recordUse(ctx: Context, id: string, last: Date | null, now: Date): Promise<void> {
  if (last && now.getTime() - last.getTime() < lastUsedStepMs) return
  await ctx.db.query
    .updateTable('api_key')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .execute()
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
  if (!key.key_named_id) throw new ServiceError('profile_not_found', { key: usedKeyOf(key) })
  return { id: key.key_named_id, externalId: key.key_named_external_id }
}
