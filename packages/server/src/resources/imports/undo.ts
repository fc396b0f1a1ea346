import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { ServiceError } from '../../core/errors.ts'
import { limits } from '../../core/limits.ts'
import type { Tx } from '../../database/open.ts'
import type { TargetStatus } from '../../database/post-tables.ts'
import type { PostImport } from '../../schemas/import.ts'
import { cancelTargets } from '../posts/cancel.ts'
import { emitCanceled } from '../posts/events.ts'
import { lockPosts, refreshPost } from '../posts/queries.ts'
import { readImport } from './imports.ts'
import { lockImport } from './queries.ts'

const undoable: readonly TargetStatus[] = ['draft', 'scheduled', 'failed', 'canceled']

/**
 * Cancels all posts of an import and stops it, all or nothing: 409 `import_not_undoable` when a post
 * is being published or may be public. Idempotent.
 */
export async function undoImport(ctx: Context, scope: Scope, id: string): Promise<PostImport> {
  const now = ctx.clock.now()
  return await ctx.db.transact(async (tx) => {
    const row = await lockImport(tx, scope, id)
    if (!row) throw new ServiceError('import_not_found')
    if (row.status === 'undone') return await readImport(tx, scope, id)
    await cancelPosts(tx, await createdPostIds(tx, id), now)
    await tx
      .updateTable('post_import_row')
      .set({ status: 'undone', input: null })
      .where('import_id', '=', id)
      .where('status', 'in', ['waiting', 'created'])
      .execute()
    await tx
      .updateTable('post_import')
      .set({ status: 'undone', due_at: null, lease_until: null, lease_token: null })
      .where('id', '=', id)
      .execute()
    return await readImport(tx, scope, id)
  })
}

async function createdPostIds(tx: Tx, importId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('post_import_row')
    .select('post_id')
    .where('import_id', '=', importId)
    .where('status', '=', 'created')
    .execute()
  return rows.flatMap(({ post_id: id }) => id ?? [])
}

async function cancelPosts(tx: Tx, ids: string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await lockPosts(tx, ids)
  const targets = await tx
    .selectFrom('post_target')
    .select(['id', 'post_id', 'status'])
    .where('post_id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const started = targets.filter(({ status }) => !undoable.includes(status))
  if (started.length > 0) throw notUndoable(started.map(({ post_id }) => post_id))
  const waiting = targets
    .filter(({ status }) => status === 'draft' || status === 'scheduled')
    .map((target) => target.id)
  await cancelTargets(tx, waiting, now)
  await emitCanceled(tx, waiting, now)
  const withTargets = new Set(targets.map(({ post_id }) => post_id))
  for (const postId of withTargets) await refreshPost(tx, postId, now)
  const withoutTargets = ids.filter((id) => !withTargets.has(id))
  if (withoutTargets.length === 0) return
  await tx
    .updateTable('post')
    .set({ status: 'canceled', updated_at: now })
    .where('id', 'in', withoutTargets)
    .execute()
}

function notUndoable(postIds: string[]): ServiceError {
  const message = 'The post is being published or was published.'
  const details = [...new Set(postIds)].slice(0, limits.error.detailsMax).map((post_id) => ({
    path: '',
    code: 'post_not_editable',
    message,
    post_id,
  }))
  return new ServiceError('import_not_undoable', { details })
}
