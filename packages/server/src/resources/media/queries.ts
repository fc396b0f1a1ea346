import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { CursorValue } from '../../core/cursor.ts'
import { type Conditions, meetsAll } from '../../database/filters.ts'
import type { Queries, Tx } from '../../database/open.ts'
import { newestRows } from '../../database/search.ts'
import { isOneOf, plannedForValues, rowLimit } from '../../database/statements.ts'
import type { MediaFilter } from '../../schemas/media.ts'

const columns = [
  'media.id',
  'media.owner_id',
  'media.profile_id',
  'media.type',
  'media.mime_type',
  'media.size',
  'media.width',
  'media.height',
  'media.duration_ms',
  'media.frame_count',
  'media.frame_rate',
  'media.color_space',
  'media.name',
  'media.alt_text',
  'media.tags',
  'media.is_used',
  'media.status',
  'media.error',
  'media.storage_key',
  'media.thumbnail_key',
  'media.copies',
  'media.secret',
  'media.checksum_sha256',
  'media.created_at',
] as const

function selectMedia(db: Queries) {
  return db.selectFrom('media').select(columns)
}

export type MediaRow = Awaited<
  ReturnType<ReturnType<typeof selectMedia>['executeTakeFirstOrThrow']>
>

const conditions: Conditions<Omit<MediaFilter, 'search'>> = {
  id: (ids) => sql`media.id = any(${ids})`,
  type: (types) => isOneOf('media.type', types),
  status: (statuses) => isOneOf('media.status', statuses),
  used: (used) => sql`media.is_used = ${sql.lit(used === 'true')}`,
  tag: (tag) => sql`media.tags @> array[${tag}]::text[]`,
}

/** One page of the media in scope, newest first. */
export async function listMediaAfter(
  db: Queries,
  scope: Scope,
  filter: MediaFilter,
  after: CursorValue[] | null,
  rows: number,
): Promise<MediaRow[]> {
  const { type, status, tag } = filter
  return await selectAfter(db, scope, after)
    .where(meetsAll(filter, conditions))
    .$if(Boolean(type ?? status ?? tag), (query) => query.modifyFront(plannedForValues))
    .orderBy('media.id', 'desc')
    .limit(rowLimit(rows))
    .execute()
}

/**
 * The same page of the media that meet `isMatch`: from the newest media if they fill it, otherwise from
 * all that the search index finds.
 */
export async function searchMediaAfter(
  tx: Tx,
  scope: Scope,
  filter: MediaFilter,
  isMatch: RawBuilder<boolean>,
  after: CursorValue[] | null,
  rows: number,
): Promise<MediaRow[]> {
  const searched = selectAfter(tx, scope, after).select('media.search_text')
  const newest = searched.orderBy('media.id', 'desc').limit(newestRows)
  // With an offset PostgreSQL does not walk the index of the order, which rare words make slow.
  const all = searched.where(meetsAll(filter, conditions)).where(isMatch).offset(0)
  let found: MediaRow[] = []
  for (const source of [newest, all]) {
    found = await tx
      .selectFrom(source.as('media'))
      .select(columns)
      .where(meetsAll(filter, conditions))
      .where(isMatch)
      .orderBy('media.id', 'desc')
      .limit(rows)
      .execute()
    if (found.length === rows) break
  }
  return found
}

function selectAfter(db: Queries, scope: Scope, after: CursorValue[] | null) {
  const query = selectMedia(db).where(inScope(scope, 'media'))
  return after ? query.where('media.id', '<', String(after[0])) : query
}

/** The number of media in scope and the bytes of their files, from an index alone for an owner. */
export async function sumMedia(
  db: Queries,
  scope: Scope,
): Promise<{ count: number; bytes: number }> {
  return await db
    .selectFrom('media')
    .select([
      sql<number>`count(*)::integer`.as('count'),
      sql<number>`coalesce(sum(media.size), 0)::float8`.as('bytes'),
    ])
    .where(inScope(scope, 'media'))
    .executeTakeFirstOrThrow()
}

/**
 * Records which of these media a post uses, after a change of a post. Their rows are locked first, so that
 * of two concurrent changes the second sees the first.
 */
export async function refreshUse(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .selectFrom('media')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const isUsed = sql<boolean>`exists (
    select 1 from post where post.media_ids <> '{}' and post.media_ids @> array[media.id])`
  await tx
    .updateTable('media')
    .set({ is_used: isUsed })
    .where('id', 'in', ids)
    .where('is_used', '<>', isUsed)
    .execute()
}

/** The media, if it is in scope. */
export async function findMedia(
  db: Queries,
  scope: Scope,
  id: string,
): Promise<MediaRow | undefined> {
  return await selectMedia(db)
    .where(inScope(scope, 'media'))
    .where('media.id', '=', id)
    .executeTakeFirst()
}

/** The media, locked so that no new post can use it, if it is in scope. */
export async function lockMedia(tx: Tx, scope: Scope, id: string): Promise<MediaRow | undefined> {
  return await selectMedia(tx)
    .where(inScope(scope, 'media'))
    .where('media.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Media by id without a scope, for the publishing of a post that refers to them. */
export async function findMediaByIds(db: Queries, ids: readonly string[]): Promise<MediaRow[]> {
  if (ids.length === 0) return []
  return await selectMedia(db).where('media.id', 'in', ids).execute()
}

/** A media without a scope, for its public URL; not if its profile was deleted. */
export async function findServedMedia(db: Queries, id: string): Promise<MediaRow | undefined> {
  return await selectMedia(db)
    .innerJoin('profile', 'profile.id', 'media.profile_id')
    .where('media.id', '=', id)
    .where('profile.deleting_at', 'is', null)
    .executeTakeFirst()
}

/** Up to `rows` media of a profile, for its erasure: locked, so that none gets another copy. */
export async function lockMediaOfProfile(
  tx: Tx,
  profileId: string,
  rows: number,
): Promise<MediaRow[]> {
  return await selectMedia(tx)
    .where('media.profile_id', '=', profileId)
    .orderBy('media.id')
    .limit(rows)
    .forUpdate()
    .execute()
}

/** Whether a post that may still be published uses the media, directly or through a target. */
export async function isMediaInUse(tx: Tx, media: MediaRow): Promise<boolean> {
  const file = JSON.stringify([{ id: media.id }])
  const part = JSON.stringify([{ media: [{ id: media.id }] }])
  const isOpen = sql`t.status in ('draft', 'scheduled', 'publishing', 'unknown')`
  const { rows } = await sql`
    select 1 from post
    where post.owner_id = ${media.owner_id} and post.profile_id = ${media.profile_id}
      and post.media_ids <> '{}' and post.media_ids @> array[${media.id}] and (
      (post.media @> ${file}::jsonb and (post.status = 'draft' or exists (
        select 1 from post_target t where t.post_id = post.id and t.media is null and ${isOpen})))
      or (post.thread @> ${part}::jsonb and (post.status = 'draft' or exists (
        select 1 from post_target t where t.post_id = post.id and t.thread is null and ${isOpen})))
      or exists (
        select 1 from post_target t where t.post_id = post.id and ${isOpen}
          and (t.media @> ${file}::jsonb or t.thread @> ${part}::jsonb)))
    limit 1`.execute(tx)
  return rows.length > 0
}
