import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import { scopedStatement } from '../../access/scoped-statement.ts'
import type { CursorValue } from '../../core/cursor.ts'
import { limits } from '../../core/limits.ts'
import { type Conditions, meetsAll } from '../../database/filters.ts'
import type { Queries } from '../../database/open.ts'
import { accountNameIncludes } from '../../database/search.ts'
import { isOneOf, plannedForValues, rowLimit } from '../../database/statements.ts'
import { platformDefinitions } from '../../platforms/registry.ts'
import type { AccountFilter } from '../../schemas/account.ts'
import { findProfilesNamed, profileMatches } from '../profiles/queries.ts'

const postIdsMax = 20

const columns = [
  'account.id',
  'account.owner_id',
  'account.profile_id',
  'account.platform',
  'account.platform_account_id',
  'account.username',
  'account.display_name',
  'account.avatar_url',
  'account.profile_url',
  'account.account_type',
  'account.status',
  'account.status_reason',
  'account.permissions_granted',
  'account.permissions_missing',
  'account.access_expires_at',
  'account.connected_at',
  'account.created_at',
  'account.updated_at',
  'profile.external_id as profile_external_id',
] as const

function selectAccounts(db: Queries) {
  return db
    .selectFrom('account')
    .innerJoin('profile', 'profile.id', 'account.profile_id')
    .select(columns)
}

/** With the facts that the limits of the account follow from. */
function selectWithFacts(db: Queries) {
  return selectAccounts(db).select('account.facts')
}

export type AccountRow = Awaited<
  ReturnType<ReturnType<typeof selectWithFacts>['executeTakeFirstOrThrow']>
>

/** An account in a list, with its facts only if its limits are shown. */
export type AccountListRow = Omit<AccountRow, 'facts'> & Partial<Pick<AccountRow, 'facts'>>

const conditions: Conditions<Omit<AccountFilter, 'search'>> = {
  platform: (platforms) => isOneOf('account.platform', platforms),
  status: (statuses) => isOneOf('account.status', statuses),
}

type ListOptions = { after: CursorValue[] | null; rows: number; hasLimits: boolean }

/** One page of the accounts in scope, oldest first. */
export async function listAccountsAfter(
  db: Queries,
  scope: Scope,
  { search, ...filter }: AccountFilter,
  { after, rows, hasLimits }: ListOptions,
): Promise<AccountListRow[]> {
  let query = selectAccounts(db)
    .$if(hasLimits, (query) => query.select('account.facts'))
    .where(inScope(scope, 'account'))
    .where(meetsAll(filter, conditions))
  if (filter.platform || filter.status || search) query = query.modifyFront(plannedForValues)
  for (const word of search?.split(/\s+/).filter(Boolean) ?? []) {
    query = query.where(matchesWord(word, await findProfilesNamed(db, scope, word)))
  }
  if (after) query = query.where('account.id', '>', String(after[0]))
  return await query.orderBy('account.id').limit(rowLimit(rows)).execute()
}

/** `profileIds`: the profiles with the word in their name, or `null` if they are too many to list. */
function matchesWord(word: string, profileIds: string[] | null): RawBuilder<boolean> {
  const platforms = platformsNamed(word)
  const conditions = [
    accountNameIncludes(word.replace(/^@/, '')),
    ...(platforms.length > 0 ? [sql`account.platform = any(${platforms})`] : []),
    ...(profileIds === null ? [profileMatches(word)] : []),
    ...(profileIds?.length ? [sql`account.profile_id = any(${profileIds})`] : []),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** The platforms with the word in their name or value, such as `pages` in Facebook Pages. */
function platformsNamed(word: string): string[] {
  return platformDefinitions
    .filter(({ value, name }) => `${value} ${name}`.toLowerCase().includes(word.toLowerCase()))
    .map(({ value }) => value)
}

export const accountById = scopedStatement((db, scope, { id }: { id: string }) =>
  selectWithFacts(db).where(inScope(scope, 'account')).where('account.id', '=', id),
)

export async function findAccount(
  db: Queries,
  scope: Scope,
  id: string,
): Promise<AccountRow | undefined> {
  return await accountById.first(db, scope, { id })
}

/** The account in scope, locked until the transaction ends. */
export async function lockAccount(
  tx: Queries,
  scope: Scope,
  id: string,
): Promise<AccountRow | undefined> {
  // Locks without the join: after waiting for a lock, PostgreSQL rechecks the row against the joined
  // rows of the old snapshot, so a concurrently moved account would have the wrong profile.
  await tx
    .selectFrom('account')
    .select('id')
    .where(inScope(scope, 'account'))
    .where('account.id', '=', id)
    .forUpdate()
    .execute()
  return await findAccount(tx, scope, id)
}

export async function findAccountsByIds(db: Queries, ids: string[]): Promise<AccountRow[]> {
  return await selectWithFacts(db).where('account.id', 'in', ids).orderBy('account.id').execute()
}

/** The account's targets without a final outcome, which prevent moving or disconnecting it. */
export async function findOpenPosts(db: Queries, accountId: string) {
  const rows = await db
    .selectFrom('post_target')
    .select(['id', 'post_id', 'status', 'due_at'])
    .where('account_id', '=', accountId)
    .where('status', 'in', ['scheduled', 'publishing', 'unknown'])
    .orderBy(sql`due_at nulls last`)
    .orderBy('id')
    .execute()
  const times = rows.filter((row) => row.status === 'scheduled').map((row) => row.due_at)
  return {
    rows,
    count: rows.length,
    nextScheduledAt: times[0]?.toISOString() ?? null,
    postIds: [...new Set(rows.map((row) => row.post_id))].slice(0, postIdsMax),
  }
}

/** The quota of accounts in a profile (`database/quota.ts`), when they are connected and moved. */
export function profileQuota(profileId: string) {
  return {
    label: 'accounts of the profile',
    parentId: profileId,
    max: limits.account.perProfileMax,
    rows: sql`select 1 from account where profile_id = ${profileId} and status <> 'disconnected'`,
  }
}
