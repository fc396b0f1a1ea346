import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { type PageInput, readPage } from '../../http/list.ts'
import type { RecordAudit } from '../../http/request.ts'
import type { Media } from '../../schemas/media.ts'
import { findMedia, isMediaInUse, listMediaAfter, lockMedia, type MediaRow } from './queries.ts'
import { planRemoval, removeFiles } from './removals.ts'
import { showMedia } from './show.ts'

type MediaListInput = PageInput & {
  id?: string[] | undefined
  type?: string[] | undefined
  status?: string[] | undefined
}

/** The media in scope, the newest first. */
export async function listMedia(ctx: Context, scope: Scope, input: MediaListInput) {
  const { filter, binding } = asked(scope, input)
  return await readPage(input, binding, {
    length: 1,
    valuesOf: (row: MediaRow) => [row.id],
    show: (row) => showMedia(ctx.config, row),
    fetch: (after, rows) => listMediaAfter(ctx.db.read, scope, filter, after, rows),
  })
}

function asked(scope: Scope, input: MediaListInput) {
  const filter = {
    ids: input.id ?? null,
    types: input.type ?? null,
    statuses: input.status ?? null,
  }
  return { filter, binding: ['media', scope.ownerId, scope.profile?.id ?? null, filter] }
}

/** The media; 404 `media_not_found` outside the scope. */
export async function getMedia(ctx: Context, scope: Scope, id: string): Promise<Media> {
  const row = await findMedia(ctx.db.read, scope, id)
  if (!row) throw new ServiceError('media_not_found')
  return showMedia(ctx.config, row)
}

/**
 * Deletes a media for good; from the commit on its address is 404. 409 `media_in_use` while a post
 * may still be published with it. A file that the store does not let go now goes later.
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
    await planRemoval(tx, row.owner_id, keysOf(row), now)
    await recordAudit(tx, { object: 'media', id, profile_id: row.profile_id })
    return { keys: keysOf(row), profileId: row.profile_id }
  })
  ctx.log.info({ media_id: id }, 'media.deleted')
  await removeFiles(ctx, { keys }).catch((err: unknown) => {
    ctx.log.warn({ err, media_id: id }, 'media.removal_failed')
  })
  return { id, object: 'media', profile_id: profileId, deleted: true }
}

/** Everything that a media keeps in the store. */
export function keysOf(row: Pick<MediaRow, 'storage_key' | 'thumbnail_key'>): string[] {
  return row.thumbnail_key ? [row.storage_key, row.thumbnail_key] : [row.storage_key]
}
