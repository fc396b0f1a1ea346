import { inScope, type Scope } from '../../../access/scope.ts'
import type { Context } from '../../../context.ts'
import { ServiceError } from '../../../core/errors.ts'
import type { Queries } from '../../../database/open.ts'
import type { MediaReference } from '../../../database/post-tables.ts'
import type { PostMedia } from '../../../platforms/contract/publish.ts'
import { storeOf } from '../../../storage/store.ts'
import { findMediaByIds, type MediaRow } from '../queries.ts'
import { fileName, mediaUrl } from '../show.ts'
import { findOrMakeCopy } from './copies.ts'
import { renderMedia } from './rendition.ts'

/**
 * Loads the media of a post in order. Throws 404 `media_not_found` if one was deleted, which is
 * only possible once the post can no longer be published.
 */
export async function loadPostMedia(
  ctx: Context,
  references: readonly MediaReference[],
): Promise<PostMedia[]> {
  const rows = await findMediaByIds(
    ctx.db.query,
    references.map(({ id }) => id),
  )
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return references.map(({ id, alt_text }) => {
    const row = rowsById.get(id)
    if (!row) throw new ServiceError('media_not_found')
    return toPostMedia(ctx, row, alt_text ?? row.alt_text)
  })
}

function toPostMedia(ctx: Context, row: MediaRow, altText: string | null): PostMedia {
  return {
    id: row.id,
    type: row.type,
    mimeType: row.mime_type,
    size: Number(row.size),
    width: row.width,
    height: row.height,
    durationMs: row.duration_ms,
    frameCount: row.frame_count,
    frameRate: row.frame_rate,
    colorSpace: row.color_space,
    altText,
    url: mediaUrl(ctx.config, row, fileName(row)),
    read: (first, last) => readStored(ctx, row.storage_key, first, last),
    ...(row.type === 'image' ? copiesOf(ctx, row, altText) : {}),
  }
}

function copiesOf(
  ctx: Context,
  row: MediaRow,
  altText: string | null,
): Required<Pick<PostMedia, 'fit' | 'copy'>> {
  return {
    fit: (limits) => renderMedia(ctx, row, limits),
    copy: async (limits) => {
      const { name, storage_key, size, width, height } = await findOrMakeCopy(ctx, row, limits)
      return {
        id: row.id,
        type: 'image',
        mimeType: 'image/jpeg',
        size,
        width,
        height,
        durationMs: null,
        altText,
        url: mediaUrl(ctx.config, row, name),
        read: (first, last) => readStored(ctx, storage_key, first, last),
      }
    },
  }
}

async function readStored(ctx: Context, key: string, first: number, last: number): Promise<Buffer> {
  const stream = await storeOf(ctx).open(key, { first, last })
  if (!stream) throw new Error(`the file ${key} is missing in the store`)
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/**
 * The media among `ids` that the caller may see, locked against deletion until the transaction
 * ends. An owner sees media of all its profiles, staff those of their profiles, a profile key only
 * those of its own profile.
 */
export async function findMediaForPost(db: Queries, scope: Scope, ids: readonly string[]) {
  if (ids.length === 0) return []
  const visibleScope = scope.kind === 'profile' ? scope : { ...scope, profile: null }
  return await db
    .selectFrom('media')
    .select(['media.id', 'media.profile_id', 'media.status'])
    .where(inScope(visibleScope, 'media'))
    .where('media.id', 'in', ids)
    .forKeyShare()
    .execute()
}
