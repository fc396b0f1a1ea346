import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import { inOneTransaction } from '../../database/nested-transaction.ts'
import { noteChange, type Queries, type Tx, wakeAfterCommit } from '../../database/open.ts'
import type { PostImportRowStatus } from '../../database/post-tables.ts'
import { lockQuota } from '../../database/quota.ts'
import { isUnavailable } from '../../database/unavailable.ts'
import { type Claim, lockClaim, release } from '../../jobs/due.ts'
import type { Work } from '../../jobs/loop.ts'
import type { ImportedPost } from '../../schemas/import.ts'
import { StorageUnavailable } from '../../storage/file-store.ts'
import { isStorageFull } from '../../storage/full.ts'
import { deleteMedia } from '../media/media.ts'
import { importMedia } from '../media/upload/create.ts'
import { createPost } from '../posts/create.ts'
import { type RowError, rowErrors } from './parse.ts'

/** After so many rows other imports have their turn, and a process that stops does not wait long. */
const rowsPerClaim = 20
/** A row that cannot be worked on keeps the rows after it waiting for a minute. */
const failuresMax = 5

export const importWork: Work = { table: 'post_import', run: runImport }

/**
 * Creates the posts of the next rows. A row's post and its result are one transaction that holds the
 * claim, so a process that dies loses no row and creates no post twice.
 */
export async function runImport(ctx: Context, claim: Claim): Promise<void> {
  let row: Row | undefined
  for (let count = 0; count < rowsPerClaim; count += 1) {
    row = await nextRow(ctx.db.query, claim.key)
    if (!row) return await complete(ctx, claim)
    if (!(await workOn(ctx, claim, row))) return
  }
  await ctx.db.transact(async (tx) => {
    await release(tx, claim, ctx.clock.now())
    if (row) noteChange(tx, 'posts', { ownerId: row.owner_id, profileId: row.profile_id })
    wakeAfterCommit(tx, 'work')
  })
}

/** Returns `false` when the caller must stop. */
async function workOn(ctx: Context, claim: Claim, row: Row): Promise<boolean> {
  try {
    const media = await downloadMedia(ctx, claim, row)
    if (!media) return false
    const isDone = await runRow(ctx, claim, row, storedPost(row, media))
    if (isDone && row.dry_run) await removeDownloads(ctx, row, media)
    return isDone
  } catch (err) {
    if (err instanceof ServiceError && err.retryAfterSeconds === null) {
      return await failRow(ctx, claim, row, err)
    }
    return await retryRow(ctx, claim, row, err)
  }
}

/**
 * Tries the row again later, but not without end: a host name that cannot be resolved may never be, and a
 * fault of our own stays. An outage of the database or the storage does not count, because it stops all rows.
 */
async function retryRow(ctx: Context, claim: Claim, row: Row, err: unknown): Promise<false> {
  if (isUnavailable(err) || err instanceof StorageUnavailable || isStorageFull(err)) throw err
  const error = err instanceof ServiceError ? err : new ServiceError('internal_error')
  if (error !== err) ctx.log.error({ err, import_id: row.id, row: row.number }, 'import.row_failed')
  if (row.failures + 1 >= failuresMax) {
    await failRow(ctx, claim, row, error)
  } else {
    await ctx.db.transact(async (tx) => {
      if (await lockClaim(tx, claim)) await updateRow(tx, row, { failures: row.failures + 1 })
    })
  }
  const seconds = Math.max(error.retryAfterSeconds ?? 0, limits.work.backOffSeconds)
  await release(ctx.db.query, claim, new Date(ctx.clock.now().getTime() + seconds * 1_000))
  return false
}

type Row = NonNullable<Awaited<ReturnType<typeof nextRow>>>

async function nextRow(db: Queries, importId: string) {
  return await db
    .selectFrom('post_import_row as row')
    .innerJoin('post_import as import', 'import.id', 'row.import_id')
    .innerJoin('profile', 'profile.id', 'import.profile_id')
    .select(['row.number', 'row.external_id', 'row.input', 'row.failures'])
    .select([
      'import.id',
      'import.owner_id',
      'import.profile_id',
      'import.format',
      'import.dry_run',
    ])
    .select(['profile.external_id as profile_external_id'])
    .where('row.import_id', '=', importId)
    .where('row.status', '=', 'waiting')
    .orderBy('row.number')
    .limit(1)
    .executeTakeFirst()
}

/** Thrown to roll back the post of a dry run. */
class DryRunPassed extends Error {}

/** Returns `false` if another process has the import, or it was undone: the caller must stop. */
async function runRow(ctx: Context, claim: Claim, row: Row, post: StoredPost): Promise<boolean> {
  try {
    return await inOneTransaction(ctx, (inside) =>
      inside.db.transact(async (tx) => {
        if (!(await lockClaim(tx, claim))) return false
        const existing = await findPostId(tx, row)
        if (existing) {
          return await finishRow(tx, claim, row, { status: 'exists', postId: existing })
        }
        const { id } = await createPost(inside, scopeOf(row), post)
        if (row.dry_run) throw new DryRunPassed()
        return await finishRow(tx, claim, row, { status: 'created', postId: id })
      }),
    )
  } catch (err) {
    if (!(err instanceof DryRunPassed)) throw err
    return await ctx.db.transact((tx) => finishRow(tx, claim, row, { status: 'valid' }))
  }
}

async function failRow(ctx: Context, claim: Claim, row: Row, err: ServiceError): Promise<boolean> {
  const errors = rowErrors(row.format, err)
  return await ctx.db.transact((tx) => finishRow(tx, claim, row, { status: 'failed', errors }))
}

/** An import sees its profile alone, so that a row cannot name what is in another one. */
function scopeOf(row: Row): Scope {
  return {
    ownerId: row.owner_id,
    actor: { kind: 'api_key', id: row.id, name: '' },
    kind: 'profile',
    profile: { id: row.profile_id, externalId: row.profile_external_id },
    profileIds: null,
    permissions: null,
    hiddenProfileIds: [],
    sessionId: null,
    mustSetUpSecondFactor: false,
  }
}

type StoredPost = Parameters<typeof createPost>[2]
type File = ImportedPost['media'][number] & { id?: string }

/**
 * Downloads the files of a row. Each is noted in the row at once, so that it is not downloaded again
 * after a crash. Returns `null` if another process has the import.
 */
async function downloadMedia(ctx: Context, claim: Claim, row: Row): Promise<File[] | null> {
  const input = row.input as ImportedPost
  const media: File[] = [...input.media]
  for (const [index, file] of media.entries()) {
    if (!('url' in file) || file.id) continue
    const { id } = await importMedia(ctx, scopeOf(row), file, async () => {})
    media[index] = { ...file, id }
    const isOurs = await ctx.db.transact(async (tx) => {
      if (!(await lockClaim(tx, claim))) return false
      await updateRow(tx, row, { input: JSON.stringify({ ...input, media }) })
      return true
    })
    if (!isOurs) return null
  }
  return media
}

function storedPost(row: Row, media: readonly File[]): StoredPost {
  const files = media.map(({ id, alt_text }) => ({ id: id!, alt_text }))
  return { ...(row.input as ImportedPost), media: files }
}

/** A dry run leaves nothing behind. */
async function removeDownloads(ctx: Context, row: Row, media: readonly File[]): Promise<void> {
  for (const file of media) {
    if ('url' in file) await deleteMedia(ctx, scopeOf(row), file.id!, async () => {})
  }
}

/** The post that an earlier import, or a request, created for the row. A canceled one does not count. */
async function findPostId(tx: Tx, row: Row): Promise<string | undefined> {
  await lockQuota(tx, `imported ${row.external_id}`, row.profile_id)
  const post = await tx
    .selectFrom('post')
    .select('id')
    .where('owner_id', '=', row.owner_id)
    .where('profile_id', '=', row.profile_id)
    .where('external_id', '=', row.external_id)
    .where('status', '<>', 'canceled')
    .limit(1)
    .executeTakeFirst()
  return post?.id
}

async function finishRow(
  tx: Tx,
  claim: Claim,
  row: Row,
  result: { status: PostImportRowStatus; postId?: string; errors?: RowError[] },
): Promise<boolean> {
  if (!(await lockClaim(tx, claim))) return false
  const { status, postId = null, errors = [] } = result
  await updateRow(tx, row, {
    status,
    post_id: postId,
    errors: JSON.stringify(errors),
    input: null,
  })
  return true
}

async function updateRow(
  tx: Tx,
  row: Row,
  values: {
    input?: string | null
    failures?: number
    status?: PostImportRowStatus
    post_id?: string | null
    errors?: string
  },
): Promise<void> {
  await tx
    .updateTable('post_import_row')
    .set(values)
    .where('import_id', '=', row.id)
    .where('number', '=', row.number)
    .execute()
}

async function complete(ctx: Context, claim: Claim): Promise<void> {
  await ctx.db.transact(async (tx) => {
    if (!(await lockClaim(tx, claim))) return
    const { owner_id: ownerId, profile_id: profileId } = await tx
      .updateTable('post_import')
      .set({ status: 'completed', completed_at: ctx.clock.now() })
      .where('id', '=', claim.key)
      .returning(['owner_id', 'profile_id'])
      .executeTakeFirstOrThrow()
    await release(tx, claim, null)
    noteChange(tx, 'posts', { ownerId, profileId })
  })
}
