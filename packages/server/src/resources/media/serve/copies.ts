import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { limits } from '../../../core/limits.ts'
import type { MediaCopy } from '../../../database/post-tables.ts'
import type { RenditionLimits } from '../../../platforms/contract/publish.ts'
import { storeOf } from '../../../storage/store.ts'
import { runQueued } from '../inspect/queue.ts'
import type { MediaRow } from '../queries.ts'
import { cancelRemoval, planRemoval, removeAbandoned } from '../removals.ts'
import { withRendition } from './rendition.ts'

/**
 * The JPEG copy of an image for these limits, with its own URL. It is made at the first need, remembered
 * in the row of the media and deleted with it. Throws 422 `media_invalid` if the image cannot be
 * decoded.
 */
export async function findOrMakeCopy(
  ctx: Context,
  row: MediaRow,
  renditionLimits: RenditionLimits,
): Promise<MediaCopy> {
  const { bytesMax, sideMax, shortSideMax = sideMax } = renditionLimits
  const name = `${row.id}-${bytesMax}-${shortSideMax}x${sideMax}.jpg`
  const known = row.copies.find((copy) => copy.name === name)
  if (known) return known
  return await runQueued(row.profile_id, async () => {
    // Another target of the post may have made it while this one waited.
    const made = (await readCopies(ctx, row.id)).find((copy) => copy.name === name)
    return made ?? (await makeCopy(ctx, row, name, renditionLimits))
  })
}

async function readCopies(ctx: Context, mediaId: string): Promise<MediaCopy[]> {
  const row = await ctx.db.query
    .selectFrom('media')
    .select('copies')
    .where('id', '=', mediaId)
    .executeTakeFirst()
  return row?.copies ?? []
}

/** As for an upload: a crash leaves no file, because its removal is planned before it is stored. */
async function makeCopy(
  ctx: Context,
  row: MediaRow,
  name: string,
  renditionLimits: RenditionLimits,
): Promise<MediaCopy> {
  return await withRendition(ctx, row, renditionLimits, async ({ path, width, height }) => {
    const { size } = await stat(path)
    const storage_key = `${row.profile_id}/${row.id}.copy-${randomBytes(8).toString('hex')}`
    const copy = { name, storage_key, size, width, height }
    const dueAt = new Date(ctx.clock.now().getTime() + limits.media.removalDelayMs)
    await planRemoval(ctx.db.query, row.owner_id, [storage_key], dueAt)
    try {
      await storeOf(ctx).put(storage_key, path, 'image/jpeg')
      await rememberCopy(ctx, row.id, copy)
    } catch (err) {
      await removeAbandoned(ctx, row.owner_id, [storage_key], err)
      throw err
    }
    ctx.log.info({ media_id: row.id, size }, 'media.copied')
    return copy
  })
}

async function rememberCopy(ctx: Context, mediaId: string, copy: MediaCopy): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const updated = await tx
      .updateTable('media')
      .set({ copies: sql`copies || ${JSON.stringify([copy])}::jsonb` })
      .where('id', '=', mediaId)
      .returning('id')
      .executeTakeFirst()
    if (!updated) throw new Error('the media was deleted while it was copied')
    if (!(await cancelRemoval(tx, [copy.storage_key])))
      throw new Error('copying timed out; the file was removed')
  })
}
