import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { CursorValue } from '../../core/cursor.ts'
import { isId } from '../../core/ids.ts'
import type { Queries, Tx } from '../../database/open.ts'
import { rowLimit } from '../../database/statements.ts'

const columns = [
  'profile.id',
  'profile.name',
  'profile.external_id',
  'profile.is_default',
  'profile.color',
  'profile.metadata',
  'profile.approval_required',
  'profile.time_zone',
  'profile.created_at',
  'profile.updated_at',
] as const

const accountCount = sql<number>`(select count(*)::integer from account
  where account.profile_id = profile.id and account.status <> 'disconnected')`

/** The profiles in scope that are not deleted, with their number of connected accounts. */
export function selectProfiles(db: Queries, scope: Scope) {
  const query = db
    .selectFrom('profile')
    .select(columns)
    .select(accountCount.as('account_count'))
    .where('profile.deleting_at', 'is', null)
    .where('profile.owner_id', '=', scope.ownerId)
  if (scope.profile) return query.where('profile.id', '=', scope.profile.id)
  if (!scope.profileIds) return query
  return query.where(sql<boolean>`profile.id = any(${scope.profileIds as string[]})`)
}

export type ProfileRow = Awaited<
  ReturnType<ReturnType<typeof selectProfiles>['executeTakeFirstOrThrow']>
>

/** The owner's profile with this id or `external_id`, unless it was deleted. */
export async function findProfileRow(
  db: Queries,
  ownerId: string,
  reference: string,
): Promise<ProfileRow | undefined> {
  // An external_id never has the shape of an id.
  const column = isId('profile', reference) ? 'profile.id' : 'profile.external_id'
  return await db
    .selectFrom('profile')
    .select(columns)
    .select(accountCount.as('account_count'))
    .where('profile.owner_id', '=', ownerId)
    .where('profile.deleting_at', 'is', null)
    .where(column, '=', reference)
    .executeTakeFirst()
}

/** One page of the profiles in scope: the default profile, then oldest first. */
export async function listProfilesAfter(
  db: Queries,
  scope: Scope,
  filter: { externalIds: string[] | null; search: string | null },
  after: CursorValue[] | null,
  rows: number,
): Promise<ProfileRow[]> {
  let query = selectProfiles(db, scope)
  if (filter.externalIds) {
    query = query.where(sql<boolean>`profile.external_id = any(${filter.externalIds})`)
  }
  if (filter.search) query = query.where(profileMatches(filter.search))
  if (after) {
    const [isDefault, createdAt, id] = after
    query = query.where(
      sql<boolean>`(not profile.is_default, profile.created_at, profile.id)
        > (${!isDefault}, ${createdAt}::timestamptz, ${id})`,
    )
  }
  return await query
    .orderBy('profile.is_default', 'desc')
    .orderBy('profile.created_at')
    .orderBy('profile.id')
    .limit(rowLimit(rows))
    .execute()
}

/** The condition that a part of the profile's name or external_id is `search`, in any case. */
export function profileMatches(search: string): RawBuilder<boolean> {
  return sql<boolean>`(strpos(lower(profile.name), lower(${search})) > 0
    or strpos(lower(profile.external_id), lower(${search})) > 0)`
}

const namedProfilesMax = 100

/**
 * The visible profiles that match, for the search in lists of their rows, or `null` if they are more than
 * 100: then the rows that are read in the order of the list soon fill a page.
 */
export async function findProfilesNamed(
  db: Queries,
  scope: Scope,
  search: string,
): Promise<string[] | null> {
  const rows = await selectProfiles(db, scope)
    .clearSelect()
    .select('profile.id')
    .where(profileMatches(search))
    .limit(namedProfilesMax + 1)
    .execute()
  return rows.length > namedProfilesMax ? null : rows.map(({ id }) => id)
}

/** The owner's profile with this id, locked, even if it is being deleted. */
export async function lockProfile(db: Queries, ownerId: string, id: string) {
  return await db
    .selectFrom('profile')
    .select(['id', 'is_default', 'deleting_at'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** The most recently deleted profile with this external_id. */
export async function findDeletingProfile(db: Queries, ownerId: string, externalId: string) {
  return await db
    .selectFrom('profile')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where((eb) =>
      eb.or([
        eb('external_id', '=', externalId),
        eb('erased_external_id', '=', hashExternalId(ownerId, externalId)),
      ]),
    )
    .where('deleting_at', 'is not', null)
    .orderBy('deleting_at', 'desc')
    .executeTakeFirst()
}

/** The hash that is stored in place of an erased external_id. */
export function hashExternalId(ownerId: string, externalId: string): Buffer {
  return createHash('sha256').update(`${ownerId}\n${externalId}`).digest()
}

/** Whether the profile exists and is not being deleted; locks it until the transaction ends. */
export async function lockActiveProfile(tx: Tx, profileId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('profile')
    .select('id')
    .where('id', '=', profileId)
    .where('deleting_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}
