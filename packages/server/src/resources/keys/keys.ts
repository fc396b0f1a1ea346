import { sql } from 'kysely'
import { findProfile } from '../../access/reference.ts'
import { inScope, type Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { invalidField, ServiceError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import type { Tx } from '../../database/open.ts'
import { enforceQuota } from '../../database/quota.ts'
import { rowLimit } from '../../database/statements.ts'
import type { ApiKeyTable } from '../../database/tables.ts'
import { type PageInput, readPage } from '../../http/list.ts'
import type { ApiKey, Permission } from '../../schemas/api-key.ts'
import { hashToken, newBase62 } from '../../security/secrets.ts'
import { keyEnd, type Rights, requireWithinRights, rightsOfCaller } from './rights.ts'

const columns = [
  'id',
  'kind',
  'name',
  'profile_id',
  'hint',
  'scopes',
  'expires_at',
  'revoked_at',
  'ends_at',
  'last_used_at',
  'created_at',
] as const
type KeyRow = Pick<ApiKeyTable, (typeof columns)[number]>

const hintChars = 'pst_profile_'.length + 4

export type NewKey = {
  name: string
  profileId: string | null
  scopes: readonly Permission[] | null
  expiresAt: Date | null
}

/** Stores a new key. Only the hash of the returned secret is stored. */
export async function insertKey(
  tx: Tx,
  ownerId: string,
  input: NewKey,
  now: Date,
): Promise<{ row: KeyRow; secret: string }> {
  const kind = input.profileId ? 'profile' : 'owner'
  const secret = `pst_${kind}_${newBase62()}`
  const row = await tx
    .insertInto('api_key')
    .values({
      id: newId('key'),
      owner_id: ownerId,
      profile_id: input.profileId,
      name: input.name,
      kind,
      hint: secret.slice(0, hintChars),
      secret_hash: hashToken(secret),
      scopes: input.scopes ? [...input.scopes] : null,
      expires_at: input.expiresAt,
      revoked_at: null,
      ends_at: null,
      last_used_at: null,
      created_at: now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return { row, secret }
}

/**
 * Creates a key. Scopes and expiry default to those of the calling key, which cannot create a key with
 * more scopes or a later expiry (403 `insufficient_scope`).
 */
export async function createKey(
  ctx: Context,
  scope: Scope,
  input: {
    name: string
    profile_id?: string | undefined
    scopes?: Permission[] | undefined
    expires_at?: string | undefined
  },
): Promise<ApiKey & { secret: string }> {
  const now = ctx.clock.now()
  const expiresAt = input.expires_at ? new Date(input.expires_at) : null
  if (expiresAt && expiresAt <= now)
    throw invalidField('expires_at', 'It must be in the future.', 'in_past')
  const reference = input.profile_id ?? scope.profile?.id
  const profile = reference ? await findProfile(ctx.db.query, scope.ownerId, reference) : null
  if (profile && scope.profile && profile.id !== scope.profile.id) {
    throw new ServiceError('profile_conflict')
  }
  const callerRights = await rightsOfCaller(ctx, scope)
  const requested = {
    scopes: input.scopes ?? callerRights.scopes,
    until: expiresAt ?? callerRights.until,
  }
  requireWithinRights(callerRights, requested)
  const newKey = {
    name: input.name,
    profileId: profile?.id ?? null,
    scopes: requested.scopes,
    expiresAt: requested.until,
  }
  const { row, secret } = await ctx.db.transact(async (tx) => {
    await enforceKeyQuota(tx, scope.ownerId, now)
    return await insertKey(tx, scope.ownerId, newKey, now)
  })
  return { ...showKey(row, now), secret }
}

/** 409 `limit_reached` when the owner has `limits.key.activePerOwnerMax` active keys. */
async function enforceKeyQuota(tx: Tx, ownerId: string, now: Date): Promise<void> {
  await enforceQuota(tx, {
    label: 'active keys',
    parentId: ownerId,
    max: limits.key.activePerOwnerMax,
    rows: sql`select 1 from api_key where owner_id = ${ownerId}
      and revoked_at is null and (ends_at is null or ends_at > ${now})
      and (expires_at is null or expires_at > ${now})`,
  })
}

/** The owner's keys, newest first; only the profile's keys if the scope has a profile. */
export async function listKeys(ctx: Context, scope: Scope, page: PageInput) {
  const now = ctx.clock.now()
  return await readPage(page, ['keys', scope.ownerId, scope.profile?.id ?? null], {
    length: 1,
    valuesOf: (row: KeyRow) => [row.id],
    show: (row) => showKey(row, now),
    fetch: (after, rows) =>
      visibleKeys(ctx, scope)
        .$if(after !== null, (query) => query.where('id', '<', String(after?.[0])))
        .orderBy('id', 'desc')
        .limit(rowLimit(rows))
        .execute(),
  })
}

/**
 * Revokes a key immediately; repeating the call changes nothing. A key can revoke itself and keys with no
 * more rights than its own.
 */
export async function revokeKey(ctx: Context, scope: Scope, id: string): Promise<ApiKey> {
  const now = ctx.clock.now()
  const key = await findKey(ctx, scope, id)
  if (key.id !== scope.actor.id)
    requireWithinRights(await rightsOfCaller(ctx, scope), rightsOf(key))
  const row = await ctx.db.query
    .updateTable('api_key')
    .set({ revoked_at: sql`coalesce(revoked_at, ${now})` })
    .where('id', '=', key.id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return showKey(row, now)
}

/**
 * Creates a copy of a key with a new secret; the old key stops working after the overlap. A key cannot
 * rotate one with more rights, because it would receive that key's new secret.
 */
export async function rotateKey(
  ctx: Context,
  scope: Scope,
  id: string,
  overlapSeconds: number,
): Promise<ApiKey & { secret: string }> {
  await findKey(ctx, scope, id)
  const { row, secret, now } = await ctx.db.transact(async (tx) => {
    // The lock serializes rotations of a key, so that each sees the result of the previous one.
    const old = await tx
      .selectFrom('api_key')
      .select(columns)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    const now = ctx.clock.now()
    if (!old || showKey(old, now).status !== 'active') throw new ServiceError('api_key_not_found')
    requireWithinRights(await rightsOfCaller(ctx, scope), {
      ...rightsOf(old),
      until: old.expires_at,
    })
    const until = new Date(now.getTime() + overlapSeconds * 1_000)
    await tx
      .updateTable('api_key')
      .set(overlapSeconds === 0 ? { revoked_at: now } : { ends_at: sql`least(ends_at, ${until})` })
      .where('id', '=', old.id)
      .execute()
    // Checked after the update: without an overlap the old key no longer counts as active.
    await enforceKeyQuota(tx, scope.ownerId, now)
    const copy = {
      name: old.name,
      profileId: old.profile_id,
      scopes: old.scopes as Permission[] | null,
      expiresAt: old.expires_at,
    }
    return { ...(await insertKey(tx, scope.ownerId, copy, now)), now }
  })
  return { ...showKey(row, now), secret }
}

function rightsOf(key: KeyRow): Rights {
  return { scopes: key.scopes as Permission[] | null, until: keyEnd(key) }
}

async function findKey(ctx: Context, scope: Scope, id: string): Promise<KeyRow> {
  const row = await visibleKeys(ctx, scope).where('id', '=', id).executeTakeFirst()
  if (!row) throw new ServiceError('api_key_not_found')
  return row
}

function visibleKeys(ctx: Context, scope: Scope) {
  return ctx.db.query.selectFrom('api_key').select(columns).where(inScope(scope, 'api_key'))
}

function showKey(row: KeyRow, now: Date): ApiKey {
  const isRevoked = row.revoked_at !== null || (row.ends_at !== null && row.ends_at <= now)
  const revokedAt = keyEnd({ ...row, expires_at: null })
  const isExpired = row.expires_at !== null && row.expires_at <= now
  return {
    id: row.id,
    object: 'api_key',
    kind: row.kind,
    name: row.name,
    profile_id: row.profile_id,
    hint: row.hint,
    scopes: row.scopes as Permission[] | null,
    status: isRevoked ? 'revoked' : isExpired ? 'expired' : 'active',
    expires_at: row.expires_at?.toISOString() ?? null,
    revoked_at: revokedAt?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
