import { type Scope, soleProfileId } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { inSearch } from '../../database/search.ts'
import { bindingOf, type PageInput, readPage } from '../../http/list.ts'
import type { RecordAudit } from '../../http/request.ts'
import { inSearchTurn } from '../../http/turns.ts'
import type { Media, MediaFilter, MediaUpdate, MediaUsage } from '../../schemas/media.ts'
import {
  findMedia,
  isMediaInUse,
  listMediaAfter,
  lockMedia,
  type MediaRow,
  searchMediaAfter,
  sumMedia,
} from './queries.ts'
import { planRemoval, removeFiles } from './removals.ts'
import { showMedia } from './show.ts'

/** The media in scope, newest first. */
export async function listMedia(
  ctx: Context,
  scope: Scope,
  { limit, cursor, ...filter }: PageInput & MediaFilter,
) {
  const read = () =>
    readPage({ limit, cursor }, bindingOf('media', scope, filter), {
      length: 1,
      valuesOf: (row: MediaRow) => [row.id],
      show: (row) => showMedia(ctx.config, row),
      fetch: (after, rows) =>
        filter.search
          ? inSearch(ctx.db, filter.search, 'media', (tx, isMatch) =>
              searchMediaAfter(tx, scope, filter, isMatch, after, rows),
            )
          : listMediaAfter(ctx.db.query, scope, filter, after, rows),
    })
  return await (filter.search ? inSearchTurn(ctx, scope.actor.id, read) : read())
}

/** How much the media in scope take, and the limit if the scope is one profile or the whole owner. */
export async function getMediaUsage(ctx: Context, scope: Scope): Promise<MediaUsage> {
  const profileId = soleProfileId(scope) ?? null
  const { mediaOwnerBytesMax, mediaProfileBytesMax } = ctx.config
  const ownerMax = scope.profileIds ? null : mediaOwnerBytesMax
  return {
    object: 'media_usage',
    profile_id: profileId,
    ...(await sumMedia(ctx.db.query, scope)),
    bytes_max: profileId ? mediaProfileBytesMax : ownerMax,
  }
}

/**
 * Changes the name, the alt text and the tags. Posts without an alt text of their own are published with
 * the new one; published posts stay the same. 404 `media_not_found` outside the scope.
 */
export async function updateMedia(
  ctx: Context,
  scope: Scope,
  id: string,
  { name, alt_text, tags }: MediaUpdate,
): Promise<Media> {
  return await ctx.db.transact(async (tx) => {
    const before = await lockMedia(tx, scope, id)
    if (!before) throw new ServiceError('media_not_found')
    const changed = {
      name: name === undefined ? before.name : name,
      alt_text: alt_text === undefined ? before.alt_text : alt_text,
      tags: tags ?? before.tags,
    }
    await tx
      .updateTable('media')
      .set(changed)
      .where('owner_id', '=', scope.ownerId)
      .where('id', '=', id)
      .execute()
    return showMedia(ctx.config, { ...before, ...changed })
  })
}

/** The media; 404 `media_not_found` outside the scope. */
export async function getMedia(ctx: Context, scope: Scope, id: string): Promise<Media> {
  const row = await findMedia(ctx.db.query, scope, id)
  if (!row) throw new ServiceError('media_not_found')
  return showMedia(ctx.config, row)
}

/**
 * Deletes a media; its URL returns 404 from the commit on. Throws 409 `media_in_use` while a post
 * with it may still be published. If the store fails, a chore removes the files later.
 */
export async function deleteMedia(
  ctx: Context,
  scope: Scope,
  id: string,
  recordAudit: RecordAudit,
): Promise<{ id: string; object: 'media'; profile_id: string; deleted: true }> {
  const now = ctx.clock.now()
  const { keys, profileId } = await ctx.db.transact(async (tx) => {
    const row = await lockMedia(tx, scope, id)
    if (!row) throw new ServiceError('media_not_found')
    if (await isMediaInUse(tx, row)) throw new ServiceError('media_in_use')
    await tx.deleteFrom('media').where('id', '=', row.id).execute()
    await planRemoval(tx, row.owner_id, storageKeysOf(row), now)
    await recordAudit(tx, { object: 'media', id, profile_id: row.profile_id })
    return { keys: storageKeysOf(row), profileId: row.profile_id }
  })
  ctx.log.info({ media_id: id }, 'media.deleted')
  await removeFiles(ctx, { keys }).catch((err: unknown) => {
    ctx.log.warn({ err, media_id: id }, 'media.removal_failed')
  })
  return { id, object: 'media', profile_id: profileId, deleted: true }
}

/** The storage keys of a media's files. */
export function storageKeysOf(
  row: Pick<MediaRow, 'storage_key' | 'thumbnail_key' | 'copies'>,
): string[] {
  const copies = row.copies.map((copy) => copy.storage_key)
  return [row.storage_key, ...(row.thumbnail_key ? [row.thumbnail_key] : []), ...copies]
}
