import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import type { CursorValue } from '../base/cursor.ts'
import { gatherOf } from '../base/gather.ts'
import type { Context } from '../context.ts'
import { isUsual, readByOnePlan, readKept, rowsOf } from '../database/kept.ts'
import { type Look, lookAtRows, lookBy, versionOf } from '../database/mark.ts'
import type { Reader } from '../database/open.ts'

const columns = [
  'profile.id',
  'profile.name',
  'profile.external_id',
  'profile.is_default',
  'profile.metadata',
  'profile.created_at',
  'profile.updated_at',
] as const

const accountCount = sql<number>`(select count(*)::integer from account
  where account.profile_id = profile.id and account.status <> 'disconnected')`

/** Living profiles with their count of accounts. */
function selectLiving(db: Reader) {
  return db
    .selectFrom('profile')
    .select(columns)
    .select(accountCount.as('account_count'))
    .where('profile.deleting_at', 'is', null)
}

/** The owner's living profiles within the scope. */
function profilesIn(db: Reader, scope: Scope) {
  const query = db
    .selectFrom('profile')
    .where('profile.deleting_at', 'is', null)
    .where('profile.owner_id', '=', scope.ownerId)
  if (scope.profile) return query.where('profile.id', '=', scope.profile.id)
  if (!scope.profileIds) return query
  return query.where(sql<boolean>`profile.id = any(${scope.profileIds as string[]})`)
}

/** The same with their count of accounts. */
export function selectProfiles(db: Reader, scope: Scope) {
  return profilesIn(db, scope).select(columns).select(accountCount.as('account_count'))
}

export type ProfileRow = Awaited<
  ReturnType<ReturnType<typeof selectProfiles>['executeTakeFirstOrThrow']>
>

type Question = { ownerId: string; reference: string }

/**
 * The living profile of an owner that an id or `external_id` names, or nothing; those that are asked
 * for at the same moment with one query.
 */
export const findProfileRow = gatherOf(async (db: Reader, questions: Question[]) => {
  const owners = questions.map(({ ownerId }) => ownerId)
  const references = questions.map(({ reference }) => reference)
  const rows = await readByOnePlan(
    db,
    selectLiving(db)
      .select('profile.owner_id')
      .where(
        // Each by its own index; an "or" would need both at once.
        sql<boolean>`profile.id = any(
          array(select named.id from profile as named where named.owner_id = any(${owners}::text[])
            and named.id = any(${references}::text[]))
          || array(select named.id from profile as named where named.owner_id = any(${owners}::text[])
            and named.external_id = any(${references}::text[]) and named.deleting_at is null))`,
      ),
  )
  // An external_id never has the shape of an id.
  return questions.map(({ ownerId, reference }) =>
    rows.find(
      (row) => row.owner_id === ownerId && (row.id === reference || row.external_id === reference),
    ),
  )
})

/** The default profile first, then the oldest. */
function profilesAfter(
  db: Reader,
  scope: Scope,
  filter: { externalIds: string[] | null; search: string | null },
  after: CursorValue[] | null,
  rows: number,
) {
  let query = profilesIn(db, scope)
  if (filter.externalIds) {
    query = query.where(sql<boolean>`profile.external_id = any(${filter.externalIds})`)
  }
  if (filter.search) {
    query = query.where(
      sql<boolean>`(strpos(lower(profile.name), lower(${filter.search})) > 0
        or strpos(lower(profile.external_id), lower(${filter.search})) > 0)`,
    )
  }
  if (after) {
    const [isDefault, createdAt, id] = after
    query = query.where(
      sql<boolean>`(not profile.is_default, profile.created_at, profile.id)
        > (${!isDefault}, ${createdAt}::timestamptz, ${id})`,
    )
  }
  return query
    .orderBy('profile.is_default', 'desc')
    .orderBy('profile.created_at')
    .orderBy('profile.id')
    .limit(rowsOf(rows))
}

/** One page of them. */
export async function listProfilesAfter(
  ...page: Parameters<typeof profilesAfter>
): Promise<ProfileRow[]> {
  const query = profilesAfter(...page).select(columns)
  return await readKept(page[0], query.select(accountCount.as('account_count')))
}

const version = sql<string>`(${versionOf('profile')} || ' ' || ${accountCount})`

/** A look at what such a page is made of. */
export function lookAtProfilesAfter(...page: Parameters<typeof profilesAfter>): Look {
  const [db, , { externalIds, search }, , rows] = page
  const query = profilesAfter(...page).select(['profile.id', version.as('version')])
  return lookAtRows(db, query, isUsual(rows) && !externalIds && search === null)
}

/** A look at what the profile in scope is made of that an id or `external_id` names. */
export function lookAtProfile(ctx: Context, scope: Scope, reference: string): Look {
  const named = (column: 'profile.id' | 'profile.external_id') =>
    profilesIn(ctx.db.read, scope).select(version.as('version')).where(column, '=', reference)
  const mark = sql`coalesce((${named('profile.id')}), (${named('profile.external_id')}))`
  return lookBy(ctx.db.read, sql`select ${mark} as mark`, true)
}

/** The row of a profile of this owner in whatever state, locked; deleting ones are found by id. */
export async function lockProfile(db: Reader, ownerId: string, id: string) {
  return await db
    .selectFrom('profile')
    .select(['id', 'is_default', 'deleting_at'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** The newest profile of that external_id that is being deleted or was erased. */
export async function findDeletingProfile(db: Reader, ownerId: string, externalId: string) {
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

/** What is left of an erased external_id. */
export function hashExternalId(ownerId: string, externalId: string): Buffer {
  return createHash('sha256').update(`${ownerId}\n${externalId}`).digest()
}
