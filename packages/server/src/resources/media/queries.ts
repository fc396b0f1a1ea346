import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { CursorValue } from '../../core/cursor.ts'
import { type Conditions, meetsAll } from '../../database/filters.ts'
import type { Queries, Tx } from '../../database/open.ts'
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
  'media.alt_text',
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

const conditions: Conditions<MediaFilter> = {
  id: (ids) => sql`media.id = any(${ids})`,
  type: (types) => isOneOf('media.type', types),
  status: (statuses) => isOneOf('media.status', statuses),
}

/** One page of the media in scope, newest first. */
export async function listMediaAfter(
  db: Queries,
  scope: Scope,
  filter: MediaFilter,
  after: CursorValue[] | null,
  rows: number,
): Promise<MediaRow[]> {
  let query = selectMedia(db).where(inScope(scope, 'media')).where(meetsAll(filter, conditions))
  if (filter.type || filter.status) query = query.modifyFront(plannedForValues)
  if (after) query = query.where('media.id', '<', String(after[0]))
  return await query.orderBy('media.id', 'desc').limit(rowLimit(rows)).execute()
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
    where post.owner_id = ${media.owner_id} and post.profile_id = ${media.profile_id} and (
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
