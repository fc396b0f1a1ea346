import { randomBytes } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { profileIdOrDefault } from '../../../access/reference.ts'
import type { Scope } from '../../../access/scope.ts'
import type { Context } from '../../../context.ts'
import { ServiceError } from '../../../core/errors.ts'
import { newId } from '../../../core/ids.ts'
import { limits } from '../../../core/limits.ts'
import type { Queries, Tx } from '../../../database/open.ts'
import type { MediaCopy } from '../../../database/post-tables.ts'
import { limitReached, lockQuota } from '../../../database/quota.ts'
import { countUse } from '../../../http/rate-limit.ts'
import type { RecordAudit } from '../../../http/request.ts'
import type { Upload } from '../../../http/route.ts'
import type { Media, MediaFromUrl } from '../../../schemas/media.ts'
import { storeOf } from '../../../storage/store.ts'
import { type Inspected, inspect, withoutLocation } from '../inspect/inspect.ts'
import { storageKeysOf } from '../media.ts'
import type { MediaRow } from '../queries.ts'
import { cancelRemoval, planRemoval, removeAbandoned } from '../removals.ts'
import { jpegName, showMedia } from '../show.ts'
import { fetchMedia } from './fetch.ts'
import { fileNameOf } from './file-name.ts'
import { readForm } from './form.ts'
import { requireFreeSpace } from './free-space.ts'
import { type IncomingFile, receiveFile, withIncomingDirectory } from './incoming.ts'
import { withIncomingSlot } from './incoming-slots.ts'

/** Stores an uploaded file in the profile of the key or header, else in the default profile. */
export async function uploadMedia(
  ctx: Context,
  scope: Scope,
  upload: Upload,
  recordAudit: RecordAudit,
): Promise<Media> {
  const profileId = await profileIdOrDefault(ctx.db.query, scope)
  return await receiveInto(ctx, profileId, async (directory) => {
    const { saved, ...options } = await readForm(upload, (file) =>
      receiveFile(file, directory, ctx.config.mediaBytesMax),
    )
    const target = { ownerId: scope.ownerId, profileId, ...options }
    return await storeMedia(ctx, target, saved, directory, recordAudit)
  })
}

/** Whether an upload has the same file and alt text as this media. Stores nothing. */
export async function isSameUpload(
  ctx: Context,
  upload: Upload,
  media: Pick<Media, 'profile_id' | 'checksum_sha256' | 'alt_text'>,
): Promise<boolean> {
  const profileId = media.profile_id
  return await receiveInto(ctx, profileId, async (directory) => {
    const { saved, altText, keepLocation } = await readForm(upload, (file) =>
      receiveFile(file, directory, ctx.config.mediaBytesMax),
    )
    if (altText !== media.alt_text) return false
    const stored = keepLocation ? saved : await withoutLocation(ctx, profileId, saved)
    return stored.checksum === media.checksum_sha256
  })
}

/** Downloads a file from a public URL and stores it like an upload. */
export async function importMedia(
  ctx: Context,
  scope: Scope,
  input: MediaFromUrl,
  recordAudit: RecordAudit,
): Promise<Media> {
  await countUse(ctx, 'media_url', scope.actor.id)
  const profileId = await profileIdOrDefault(ctx.db.query, scope)
  return await receiveInto(ctx, profileId, async (directory) => {
    const saved = await fetchMedia(ctx, input.url, (body) =>
      receiveFile(body, directory, ctx.config.mediaBytesMax),
    )
    const altText = input.alt_text ?? null
    const keepLocation = input.keep_location ?? false
    const name = fileNameOf(decoded(new URL(input.url).pathname))
    const target = { ownerId: scope.ownerId, profileId, name, altText, keepLocation }
    return await storeMedia(ctx, target, saved, directory, recordAudit)
  })
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Runs `work` with an incoming slot and a temporary directory. */
async function receiveInto<T>(
  ctx: Context,
  profileId: string,
  work: (directory: string) => Promise<T>,
): Promise<T> {
  return await withIncomingSlot(ctx, profileId, () =>
    withIncomingDirectory(ctx, async (directory) => {
      await requireFreeSpace(directory, ctx.config.mediaFreeBytesMin)
      return await work(directory)
    }),
  )
}

/** The owner, the profile and the options of a new media. */
type NewMedia = {
  ownerId: string
  profileId: string
  name: string | null
  altText: string | null
  keepLocation: boolean
}

/**
 * Stores the files first and the row last, so a row always has its files. The files' removal is
 * planned before they are stored and canceled in the row's transaction, so a crash leaves no file.
 */
async function storeMedia(
  ctx: Context,
  target: NewMedia,
  received: IncomingFile,
  directory: string,
  recordAudit: RecordAudit,
): Promise<Media> {
  await enforceByteQuota(ctx, ctx.db.query, target, received.size)
  const inspected = await inspect(ctx, target.profileId, received, directory)
  const incoming = target.keepLocation
    ? received
    : await withoutLocation(ctx, target.profileId, received)
  const row = await toRow(ctx, target, incoming, inspected)
  const keys = storageKeysOf(row)
  const dueAt = new Date(row.created_at.getTime() + limits.media.removalDelayMs)
  await planRemoval(ctx.db.query, target.ownerId, keys, dueAt)
  try {
    const store = storeOf(ctx)
    await store.put(row.storage_key, incoming.path, row.mime_type)
    if (row.thumbnail_key)
      await store.put(row.thumbnail_key, inspected.thumbnailPath!, 'image/webp')
    for (const { storage_key } of row.copies)
      await store.put(storage_key, inspected.jpeg!.path, 'image/jpeg')
    await ctx.db.transact(async (tx) => {
      await insertMedia(ctx, tx, row, keys)
      await recordAudit(tx, { object: 'media', id: row.id, profile_id: row.profile_id })
    })
  } catch (err) {
    await removeAbandoned(ctx, target.ownerId, keys, err)
    throw err
  }
  ctx.log.info({ media_id: row.id, mime_type: row.mime_type, size: row.size }, 'media.created')
  return showMedia(ctx.config, row)
}

/** Throws 409 `limit_reached` if this file would exceed the storage limit of the owner or the profile. */
async function enforceByteQuota(
  ctx: Context,
  db: Queries,
  { ownerId, profileId }: Pick<NewMedia, 'ownerId' | 'profileId'>,
  size: number,
): Promise<void> {
  const stored = await db
    .selectFrom('media')
    .select([
      sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'),
      sql<number>`coalesce(sum(size) filter (where profile_id = ${profileId}), 0)::float8`.as(
        'profile_bytes',
      ),
    ])
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  const { mediaOwnerBytesMax, mediaProfileBytesMax } = ctx.config
  const bytes = stored.bytes + size
  const profileBytes = stored.profile_bytes + size
  if (bytes > mediaOwnerBytesMax)
    throw limitReached('bytes of media, with this file', mediaOwnerBytesMax, bytes)
  if (profileBytes > mediaProfileBytesMax) {
    const label = 'bytes of media of the profile, with this file'
    throw limitReached(label, mediaProfileBytesMax, profileBytes)
  }
}

async function toRow(
  ctx: Context,
  { ownerId, profileId, name, altText }: NewMedia,
  incoming: IncomingFile,
  inspected: Inspected,
): Promise<MediaRow> {
  const id = newId('media')
  const storageKey = `${profileId}/${id}`
  return {
    id,
    owner_id: ownerId,
    profile_id: profileId,
    type: incoming.kind.type,
    mime_type: incoming.kind.mimeType,
    size: String(incoming.size),
    width: inspected.width,
    height: inspected.height,
    duration_ms: inspected.durationMs,
    frame_count: inspected.frameCount,
    frame_rate: inspected.frameRate,
    color_space: inspected.colorSpace,
    name,
    alt_text: altText,
    tags: [],
    is_used: false,
    status: 'ready',
    error: null,
    storage_key: storageKey,
    thumbnail_key: inspected.thumbnailPath ? `${storageKey}.thumbnail` : null,
    copies: inspected.jpeg ? [await toCopy(id, `${storageKey}.jpeg`, inspected.jpeg)] : [],
    secret: randomBytes(32),
    checksum_sha256: incoming.checksum,
    created_at: ctx.clock.now(),
  }
}

async function toCopy(
  id: string,
  storage_key: string,
  { path, width, height }: NonNullable<Inspected['jpeg']>,
): Promise<MediaCopy> {
  const { size } = await stat(path)
  return { name: jpegName(id), storage_key, size, width, height }
}

/** Locks the profile, so that its deletion sees this row or this insert sees the deletion. */
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
    throw new Error('the upload timed out; its files were removed')
  // The check before the upload was not serialized; repeat it under the quota's lock.
  await lockQuota(tx, 'bytes of media', row.owner_id)
  const target = { ownerId: row.owner_id, profileId: row.profile_id }
  await enforceByteQuota(ctx, tx, target, Number(row.size))
  await tx
    .insertInto('media')
    .values({ ...row, size: Number(row.size), copies: JSON.stringify(row.copies) })
    .execute()
}
