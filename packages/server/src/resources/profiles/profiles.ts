import { sql } from 'kysely'
import { requireVisible, resolveProfile } from '../../access/reference.ts'
import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import type { Queries } from '../../database/open.ts'
import { enforceQuota, lockQuota } from '../../database/quota.ts'
import { type PageInput, readPage } from '../../http/list.ts'
import type { Profile } from '../../schemas/profile.ts'
import { findProfileRow, listProfilesAfter, type ProfileRow, selectProfiles } from './queries.ts'

type Metadata = Record<string, unknown>
type NewProfile = {
  name: string
  external_id?: string | undefined
  color?: string | null | undefined
  metadata?: Metadata | undefined
  approval_required?: boolean | undefined
  time_zone?: string | undefined
}

type ProfileListInput = PageInput & {
  external_id?: string[] | undefined
  search?: string | undefined
}

/** The profiles in scope: the default profile, then oldest first. */
export async function listProfiles(ctx: Context, scope: Scope, input: ProfileListInput) {
  const { filter, binding } = parseFilter(scope, input)
  return await readPage(input, binding, {
    length: 3,
    valuesOf: (row: ProfileRow) => [row.is_default, row.created_at.toISOString(), row.id],
    show: showProfile,
    fetch: (after, rows) => listProfilesAfter(ctx.db.query, scope, filter, after, rows),
  })
}

function parseFilter(scope: Scope, input: ProfileListInput) {
  const filter = { externalIds: input.external_id ?? null, search: input.search ?? null }
  return { filter, binding: ['profiles', scope.ownerId, scope.profile?.id ?? null, filter] }
}

/** The profile with this id or external_id; 404 outside the scope. */
export async function getProfile(ctx: Context, scope: Scope, reference: string): Promise<Profile> {
  const row = await findProfileRow(ctx.db.query, scope.ownerId, reference)
  if (!row) throw new ServiceError('profile_not_found')
  requireVisible(scope, row.id)
  return showProfile(row)
}

/**
 * Creates a profile. If the `external_id` exists, returns the existing profile unchanged; of two
 * concurrent requests one creates it and both return it.
 */
export async function createProfile(
  ctx: Context,
  scope: Scope,
  input: NewProfile,
): Promise<{ profile: Profile; isNew: boolean }> {
  if (scope.profile && input.external_id !== scope.profile.externalId) {
    throw new ServiceError('profile_conflict')
  }
  const id = newId('profile')
  for (;;) {
    if (await insertProfile(ctx, scope, id, input)) {
      return { profile: await readProfile(ctx.db.query, scope, id), isNew: true }
    }
    try {
      return { profile: await getProfile(ctx, scope, input.external_id!), isNew: false }
    } catch (err) {
      // The existing profile was deleted between the two queries; the external_id is free now.
      if (!(err instanceof ServiceError) || err.code !== 'profile_not_found') throw err
    }
  }
}

const quotaLabel = 'profiles'

async function insertProfile(
  ctx: Context,
  scope: Scope,
  id: string,
  input: NewProfile,
): Promise<boolean> {
  const now = ctx.clock.now()
  if (await externalIdExists(ctx.db.query, scope, input.external_id)) return false
  return await ctx.db.transact(async (tx) => {
    await lockQuota(tx, quotaLabel, scope.ownerId)
    // A profile created while waiting for the lock is returned, even if the quota is now full.
    if (await externalIdExists(tx, scope, input.external_id)) return false
    await enforceQuota(tx, {
      label: quotaLabel,
      parentId: scope.ownerId,
      max: limits.profile.perOwnerMax,
      rows: sql`select 1 from profile where owner_id = ${scope.ownerId} and deleting_at is null`,
    })
    const inserted = await tx
      .insertInto('profile')
      .values({
        id,
        owner_id: scope.ownerId,
        external_id: input.external_id ?? null,
        name: input.name,
        color: input.color ?? null,
        metadata: JSON.stringify(input.metadata ?? {}),
        approval_required: input.approval_required ?? false,
        time_zone: input.time_zone ?? 'UTC',
        created_at: now,
        updated_at: now,
        deleting_at: null,
        erased_at: null,
        erased_external_id: null,
        erase_counts: null,
        due_at: null,
        lease_until: null,
        lease_token: null,
      })
      .onConflict((conflict) =>
        conflict.columns(['owner_id', 'external_id']).where('deleting_at', 'is', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    return inserted !== undefined
  })
}

/** Whether the owner already has a profile with this external_id. */
async function externalIdExists(
  db: Queries,
  scope: Scope,
  externalId: string | undefined,
): Promise<boolean> {
  if (externalId === undefined) return false
  const row = await db
    .selectFrom('profile')
    .select('id')
    .where('owner_id', '=', scope.ownerId)
    .where('external_id', '=', externalId)
    .where('deleting_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Updates the fields in `input`; `external_id: null` clears it. 409 `external_id_taken`. */
export async function updateProfile(
  ctx: Context,
  scope: Scope,
  reference: string,
  input: {
    name?: string | undefined
    external_id?: string | null | undefined
    color?: string | null | undefined
    metadata?: Metadata | undefined
    approval_required?: boolean | undefined
    time_zone?: string | undefined
  },
): Promise<Profile> {
  const { id } = await resolveProfile(ctx.db.query, scope, reference)
  try {
    await ctx.db.query
      .updateTable('profile')
      .set({
        updated_at: ctx.clock.now(),
        ...(input.name === undefined ? {} : { name: input.name }),
        ...(input.external_id === undefined ? {} : { external_id: input.external_id }),
        ...(input.color === undefined ? {} : { color: input.color }),
        ...(input.metadata === undefined ? {} : { metadata: JSON.stringify(input.metadata) }),
        ...(input.approval_required === undefined
          ? {}
          : { approval_required: input.approval_required }),
        ...(input.time_zone === undefined ? {} : { time_zone: input.time_zone }),
      })
      .where('owner_id', '=', scope.ownerId)
      .where('id', '=', id)
      .where('deleting_at', 'is', null)
      .execute()
  } catch (cause) {
    if ((cause as { constraint?: string }).constraint === 'profile_external_id') {
      throw new ServiceError('external_id_taken', { param: 'external_id', cause })
    }
    throw cause
  }
  return await readProfile(ctx.db.query, scope, id)
}

async function readProfile(db: Queries, scope: Scope, id: string): Promise<Profile> {
  const row = await selectProfiles(db, scope).where('profile.id', '=', id).executeTakeFirst()
  if (!row) throw new ServiceError('profile_not_found')
  return showProfile(row)
}

function showProfile(row: ProfileRow): Profile {
  return {
    id: row.id,
    object: 'profile',
    name: row.name,
    external_id: row.external_id,
    is_default: row.is_default,
    color: row.color,
    metadata: row.metadata as Profile['metadata'],
    approval_required: row.approval_required,
    time_zone: row.time_zone,
    account_count: row.account_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
