import { sql } from 'kysely'
import { rowFinder, rowLook } from '../access/rows.ts'
import { inScope, type Scope } from '../access/scope.ts'
import type { CursorValue } from '../base/cursor.ts'
import { isUsual, readKept, rowsOf } from '../database/kept.ts'
import { type Look, lookAtRows, versionOf } from '../database/mark.ts'
import type { Reader } from '../database/open.ts'

const waitingPostsShown = 20

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

function joinedAccounts(db: Reader) {
  return db.selectFrom('account').innerJoin('profile', 'profile.id', 'account.profile_id')
}

function selectAccounts(db: Reader) {
  return joinedAccounts(db).select(columns)
}

export type AccountRow = Awaited<
  ReturnType<ReturnType<typeof selectAccounts>['executeTakeFirstOrThrow']>
>

export type AccountFilter = { platforms: string[] | null; statuses: string[] | null }

/** The accounts in scope, the oldest first. */
function accountsAfter(
  db: Reader,
  scope: Scope,
  filter: AccountFilter,
  after: CursorValue[] | null,
  rows: number,
) {
  let query = joinedAccounts(db).where(inScope(scope, 'account'))
  if (filter.platforms) {
    query = query.where(sql<boolean>`account.platform = any(${filter.platforms})`)
  }
  if (filter.statuses) {
    query = query.where(sql<boolean>`account.status = any(${filter.statuses})`)
  }
  if (after) query = query.where('account.id', '>', String(after[0]))
  return query.orderBy('account.id').limit(rowsOf(rows))
}

/** One page of the accounts in scope, the oldest first. */
export async function listAccountsAfter(
  ...[db, ...page]: Parameters<typeof accountsAfter>
): Promise<AccountRow[]> {
  return await readKept(db, accountsAfter(db, ...page).select(columns))
}

const version = versionOf('account', 'profile')

/** A look at what such a page is made of. */
export function lookAtAccountsAfter(...page: Parameters<typeof accountsAfter>): Look {
  const [db, , { platforms, statuses }, , rows] = page
  const query = accountsAfter(...page).select(['account.id', version.as('version')])
  return lookAtRows(db, query, isUsual(rows) && !platforms && !statuses)
}

/** The account in scope, or nothing. */
export const findAccount = rowFinder('account', (db, visible) => selectAccounts(db).where(visible))

/** A look at what an account in scope is made of. */
export const lookAtAccount = rowLook('account', (db, visible) =>
  joinedAccounts(db)
    .select(['account.id', 'account.owner_id', 'account.profile_id', version.as('mark')])
    .where(visible),
)

/** The account in scope, locked until the transaction ends. */
export async function lockAccount(
  tx: Reader,
  scope: Scope,
  id: string,
): Promise<AccountRow | undefined> {
  // By itself: a row that was waited for is matched again with those it was joined to as they were, and
  // after a move its profile would be another.
  await tx
    .selectFrom('account')
    .select('id')
    .where(inScope(scope, 'account'))
    .where('account.id', '=', id)
    .forUpdate()
    .execute()
  return await selectAccounts(tx)
    .where(inScope(scope, 'account'))
    .where('account.id', '=', id)
    .executeTakeFirst()
}

export async function findAccountsByIds(db: Reader, ids: string[]): Promise<AccountRow[]> {
  return await selectAccounts(db).where('account.id', 'in', ids).orderBy('account.id').execute()
}

/** The targets that hold an account where it is: their outcome is still open. */
export async function findWaitingPosts(db: Reader, accountId: string) {
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
    postIds: [...new Set(rows.map((row) => row.post_id))].slice(0, waitingPostsShown),
  }
}
