import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { profileIdOrDefault } from '../../access/reference.ts'
import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { limits } from '../../core/limits.ts'
import type { Reader, Tx } from '../../database/open.ts'
import { limitReached, lockQuota } from '../../database/quota.ts'
import type { RecordAudit } from '../../http/request.ts'
import type { Upload } from '../../http/route.ts'
import type { Media, MediaFromUrl } from '../../schemas/media.ts'
import { storeOf } from '../../storage/store.ts'
import { fetchMedia } from './fetch.ts'
import { readForm } from './form.ts'
import { type Incoming, receiveFile, withIncoming } from './incoming.ts'
import { type Inspected, inspect, withoutLocation } from './inspect.ts'
import { withPlace } from './places.ts'
import type { MediaRow } from './queries.ts'
import { cancelRemoval, planRemoval, removeFiles } from './removals.ts'
import { showMedia } from './show.ts'

/** A file that is uploaded, in the profile of the key or header, else in the default profile. */
export async function uploadMedia(
  ctx: Context,
  scope: Scope,
  upload: Upload,
  recordAudit: RecordAudit,
): Promise<Media> {
  const profileId = await profileIdOrDefault(ctx.db.read, scope)
  return await receiving(ctx, profileId, async (directory) => {
    const { saved, altText, keepLocation } = await readForm(upload, (file) =>
      receiveFile(file, directory, ctx.config.mediaBytesMax),
    )
    const of = { ownerId: scope.ownerId, profileId, altText, keepLocation }
    return await keep(ctx, of, saved, directory, recordAudit)
  })
}

/** Whether an upload is the file and the words from which this media was made. Keeps nothing. */
export async function isSameUpload(
  ctx: Context,
  upload: Upload,
  media: Pick<Media, 'profile_id' | 'checksum_sha256' | 'alt_text'>,
): Promise<boolean> {
  const profileId = media.profile_id
  return await receiving(ctx, profileId, async (directory) => {
    const { saved, altText, keepLocation } = await readForm(upload, (file) =>
      receiveFile(file, directory, ctx.config.mediaBytesMax),
    )
    if (altText !== media.alt_text) return false
    const stored = keepLocation ? saved : await withoutLocation(ctx, profileId, saved)
    return stored.checksum === media.checksum_sha256
  })
}

/** A file that is fetched from a public address, kept as if it had been uploaded. */
export async function importMedia(
  ctx: Context,
  scope: Scope,
  input: MediaFromUrl,
  recordAudit: RecordAudit,
): Promise<Media> {
  const profileId = await profileIdOrDefault(ctx.db.read, scope)
  return await receiving(ctx, profileId, async (directory) => {
    const saved = await fetchMedia(ctx, input.url, (body) =>
      receiveFile(body, directory, ctx.config.mediaBytesMax),
    )
    const altText = input.alt_text ?? null
    const keepLocation = input.keep_location ?? false
    const of = { ownerId: scope.ownerId, profileId, altText, keepLocation }
    return await keep(ctx, of, saved, directory, recordAudit)
  })
}

/** A place among the files on their way, and a directory for one. */
async function receiving<T>(
  ctx: Context,
  profileId: string,
  work: (directory: string) => Promise<T>,
): Promise<T> {
  return await withPlace(ctx, profileId, () => withIncoming(ctx, work))
}

/** Whose a file is to be, and what is said of it. */
type Of = { ownerId: string; profileId: string; altText: string | null; keepLocation: boolean }

/**
 * Files first, row last: a row never misses its file. The files are noted for removal before they
 * are put, and the transaction of the row takes the note back, so a crash leaves none behind.
 */
async function keep(
  ctx: Context,
  of: Of,
  received: Incoming,
  directory: string,
  recordAudit: RecordAudit,
): Promise<Media> {
  await requireBytes(ctx, ctx.db.read, of.ownerId, received.size)
  const found = await inspect(ctx, of.profileId, received, directory)
  const incoming = of.keepLocation ? received : await withoutLocation(ctx, of.profileId, received)
  const row = rowOf(ctx, of, incoming, found)
  const keys = [row.storage_key, ...(row.thumbnail_key ? [row.thumbnail_key] : [])]
  const dueAt = new Date(row.created_at.getTime() + limits.media.removalDelayMs)
  await planRemoval(ctx.db.read, of.ownerId, keys, dueAt)
  try {
    const store = storeOf(ctx)
    await store.put(row.storage_key, incoming.path, row.mime_type)
    if (row.thumbnail_key) await store.put(row.thumbnail_key, found.thumbnailPath!, 'image/webp')
    await ctx.db.transact(async (tx) => {
      await insertMedia(ctx, tx, row, keys)
      await recordAudit(tx, { object: 'media', id: row.id, profile_id: row.profile_id })
    })
  } catch (err) {
    await removeFiles(ctx, { keys }).catch(() => {})
    throw err
  }
  ctx.log.info({ media_id: row.id, mime_type: row.mime_type, size: row.size }, 'media.created')
  return showMedia(ctx.config, row)
}

/** 409 `limit_reached` when the owner's files would be more bytes together than they may be. */
async function requireBytes(
  ctx: Context,
  db: Reader,
  ownerId: string,
  size: number,
): Promise<void> {
  const { bytes } = await db
    .selectFrom('media')
    .select(sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  const max = ctx.config.mediaOwnerBytesMax
  if (bytes + size > max) throw limitReached('bytes of media, or would be', max)
}

function rowOf(
  ctx: Context,
  { ownerId, profileId, altText }: Of,
  incoming: Incoming,
  found: Inspected,
): MediaRow {
  const id = newId('media')
  return {
    id,
    owner_id: ownerId,
    profile_id: profileId,
    type: incoming.kind.type,
    mime_type: incoming.kind.mimeType,
    size: String(incoming.size),
    width: found.width,
    height: found.height,
    duration_ms: found.durationMs,
    alt_text: altText,
    status: 'ready',
    error: null,
    storage_key: `${profileId}/${id}`,
    thumbnail_key: found.thumbnailPath ? `${profileId}/${id}.thumbnail` : null,
    secret: randomBytes(32),
    checksum_sha256: incoming.checksum,
    created_at: ctx.clock.now(),
  }
}

/** The profile is held, so that its deletion sees this row or this row sees its deletion. */
async function insertMedia(ctx: Context, tx: Tx, row: MediaRow, keys: string[]): Promise<void> {
  const profile = await tx
    .selectFrom('profile')
    .select('id')
    .where('id', '=', row.profile_id)
    .where('deleting_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!profile) throw new ServiceError('profile_not_found')
  if (!(await cancelRemoval(tx, keys)))
    throw new Error('the upload took longer than its files last')
  // Asked before the work began, and now again of one upload after the other.
  await lockQuota(tx, 'bytes of media', row.owner_id)
  await requireBytes(ctx, tx, row.owner_id, Number(row.size))
  await tx
    .insertInto('media')
    .values({ ...row, size: Number(row.size) })
    .execute()
}
