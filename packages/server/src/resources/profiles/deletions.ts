import { sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import type { CursorValue } from '../../core/cursor.ts'
import { plannedForValues, rowLimit } from '../../database/statements.ts'
import { type PageInput, readPage } from '../../http/list.ts'
import type { ProfileDeletion } from '../../schemas/profile.ts'

type DeletionListInput = PageInput & { status?: ProfileDeletion['status'][] | undefined }

type Row = {
  id: string
  name: string
  deleting_at: Date
  erased_at: Date | null
  erase_counts: Record<string, number> | null
}

/**
 * The profile deletions, newest first: running ones, and finished ones with the counts of erased
 * data. Only the id and these counts remain of an erased profile.
 */
export async function listDeletions(ctx: Context, scope: Scope, input: DeletionListInput) {
  return await readPage(
    input,
    ['deletions', scope.ownerId, scope.profile?.id ?? null, input.status ?? null],
    {
      length: 2,
      valuesOf: (row: Row) => [row.deleting_at.toISOString(), row.id],
      show: showDeletion,
      fetch: (after, rows) => listDeletionsAfter(ctx, scope, input, after, rows),
    },
  )
}

async function listDeletionsAfter(
  ctx: Context,
  scope: Scope,
  { status }: DeletionListInput,
  after: CursorValue[] | null,
  rows: number,
): Promise<Row[]> {
  return await ctx.db.query
    .selectFrom('profile')
    .select(['id', 'name', 'erased_at', 'erase_counts'])
    .select(sql<Date>`deleting_at`.as('deleting_at'))
    .where('owner_id', '=', scope.ownerId)
    .where('deleting_at', 'is not', null)
    .$if(scope.profile !== null, (query) => query.where('id', '=', scope.profile!.id))
    .$if(status?.length === 1, (query) =>
      query
        .modifyFront(plannedForValues)
        .where('erased_at', status?.[0] === 'deleting' ? 'is' : 'is not', null),
    )
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(deleting_at, id) < (${after?.[0]}::timestamptz, ${String(after?.[1])})`,
      ),
    )
    .orderBy('deleting_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rowLimit(rows))
    .execute()
}

function showDeletion(row: Row): ProfileDeletion {
  const counts = row.erase_counts
  return {
    id: row.id,
    object: 'profile_deletion',
    status: row.erased_at ? 'deleted' : 'deleting',
    name: row.erased_at ? null : row.name,
    started_at: row.deleting_at.toISOString(),
    finished_at: row.erased_at?.toISOString() ?? null,
    counts: counts && {
      accounts: counts.accounts ?? 0,
      posts: counts.posts ?? 0,
      media: counts.media ?? 0,
      comments: counts.comments ?? 0,
    },
  }
}
