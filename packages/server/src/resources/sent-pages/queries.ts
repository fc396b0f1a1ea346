import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { CursorValue } from '../../core/cursor.ts'
import { newId } from '../../core/ids.ts'
import type { Queries, Tx } from '../../database/open.ts'
import { enforceQuota } from '../../database/quota.ts'
import { plannedForValues, rowLimit } from '../../database/statements.ts'
import { hashToken, newToken } from '../../security/secrets.ts'
import { findProfilesNamed, profileMatches } from '../profiles/queries.ts'
import type { SentPageKind, SentPageRow } from './kind.ts'

const tokenShape = /^[A-Za-z0-9_-]{43}$/

/** The queries name only columns that the table of every kind has, as `invitation` does. */
type AnyTable = 'invitation'

function selectPages<Row extends SentPageRow>(db: Queries, kind: SentPageKind<Row>) {
  return db
    .selectFrom(kind.table as AnyTable)
    .select(kind.columns as never)
    .$castTo<Row>()
}

/** Unscoped, as the token authorizes the request. */
export async function findPageByToken<Row extends SentPageRow>(
  db: Queries,
  kind: SentPageKind<Row>,
  token: string,
): Promise<Row | undefined> {
  if (!tokenShape.test(token)) return undefined
  return await selectPages(db, kind).where('token_hash', '=', hashToken(token)).executeTakeFirst()
}

/** Unscoped: for a page that a login of the client names. */
export async function findPage<Row extends SentPageRow>(
  db: Queries,
  kind: SentPageKind<Row>,
  id: string,
): Promise<Row | undefined> {
  return await selectPages(db, kind).where('id', '=', id).executeTakeFirst()
}

/** Locks the page: `update` for a change that concurrent ones must see, `share` against a revocation. */
export async function lockPage<Row extends SentPageRow>(
  tx: Tx,
  kind: SentPageKind<Row>,
  id: string,
  lock: 'update' | 'share',
): Promise<Row | undefined> {
  const query = selectPages(tx, kind).where('id', '=', id)
  return await (lock === 'update' ? query.forUpdate() : query.forShare()).executeTakeFirst()
}

export async function findVisiblePage<Row extends SentPageRow>(
  db: Queries,
  kind: SentPageKind<Row>,
  scope: Scope,
  id: string,
): Promise<Row | undefined> {
  return await selectVisible(db, kind, scope, id).executeTakeFirst()
}

/** The same, locked for a change. */
export async function lockVisiblePage<Row extends SentPageRow>(
  tx: Tx,
  kind: SentPageKind<Row>,
  scope: Scope,
  id: string,
): Promise<Row | undefined> {
  return await selectVisible(tx, kind, scope, id).forUpdate().executeTakeFirst()
}

function selectVisible<Row extends SentPageRow>(
  db: Queries,
  kind: SentPageKind<Row>,
  scope: Scope,
  id: string,
) {
  return selectPages(db, kind).where(inScope(scope, kind.table)).where('id', '=', id)
}

/** Stores a page with a new token; 409 `limit_reached` if the profile has too many that are open. */
export async function insertPage<Row extends SentPageRow>(
  tx: Tx,
  kind: SentPageKind<Row>,
  place: { owner_id: string; profile_id: string },
  columns: object,
  { now, lifetimeMs }: { now: Date; lifetimeMs: number },
): Promise<{ token: string; row: Row }> {
  await enforceQuota(tx, {
    ...kind.quota,
    parentId: place.profile_id,
    rows: sql`select 1 from ${sql.table(kind.table)} where profile_id = ${place.profile_id}
      and ${hasStatus(kind, kind.openStatus, now)}`,
  })
  const token = newToken()
  const row = await tx
    .insertInto(kind.table as AnyTable)
    .values({
      ...columns,
      ...place,
      id: newId(kind.idKind),
      token_hash: hashToken(token),
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimeMs),
      revoked_at: null,
    } as never)
    .returning(kind.columns as never)
    .executeTakeFirstOrThrow()
  return { token, row: row as Row }
}

/** Revokes the pages of a kind for which the condition holds and that were neither used nor revoked. */
export async function revokePages(
  tx: Tx,
  kind: SentPageKind,
  condition: RawBuilder<boolean>,
  now: Date,
): Promise<void> {
  await sql`update ${sql.table(kind.table)} set revoked_at = ${now}
    where ${unused(kind)} revoked_at is null and ${condition}`.execute(tx)
}

export type PageFilter = {
  profileId: string | null
  statuses: readonly string[] | null
  /** Part of the profile's name or external_id. */
  search: string | null
  /** Of the filters that the kind has besides. */
  conditions: readonly RawBuilder<boolean>[]
}

/** The next `rows` pages of a kind in scope, newest first. */
export async function listPagesAfter<Row extends SentPageRow>(
  db: Queries,
  kind: SentPageKind<Row>,
  scope: Scope,
  filter: PageFilter,
  { now, after, rows }: { now: Date; after: CursorValue[] | null; rows: number },
): Promise<Row[]> {
  let query = selectPages(db, kind).where(inScope(scope, kind.table))
  if (filter.profileId) query = query.where('profile_id', '=', filter.profileId)
  for (const condition of filter.conditions) query = query.where(condition)
  if (filter.statuses || filter.search) query = query.modifyFront(plannedForValues)
  if (filter.statuses) {
    const conditions = filter.statuses.map((status) => hasStatus(kind, status, now))
    query = query.where(sql<boolean>`(${sql.join(conditions, sql` or `)})`)
  }
  if (filter.search) {
    const profileIds = await findProfilesNamed(db, scope, filter.search)
    const profileId = sql.ref(`${kind.table}.profile_id`)
    query = query.where(
      profileIds
        ? sql<boolean>`${profileId} = any(${profileIds})`
        : sql<boolean>`exists (select from profile
            where profile.id = ${profileId} and ${profileMatches(filter.search)})`,
    )
  }
  if (after) query = query.where('id', '<', String(after[0]))
  return await query.orderBy('id', 'desc').limit(rowLimit(rows)).execute()
}

/** As `statusOf`, in a form for which there are indexes and statistics. */
function hasStatus(kind: SentPageKind, status: string, now: Date): RawBuilder<boolean> {
  const conditions: Record<string, RawBuilder<unknown>> = {
    used: sql`used_at is not null`,
    revoked: sql`${unused(kind)} revoked_at is not null`,
    expired: sql`${unused(kind)} revoked_at is null and expires_at <= ${now}`,
    [kind.openStatus]: sql`${unused(kind)} revoked_at is null and expires_at > ${now}`,
  }
  return sql<boolean>`(${conditions[status]})`
}

function unused({ isUsedOnce }: SentPageKind): RawBuilder<unknown> {
  return isUsedOnce ? sql`used_at is null and` : sql``
}
