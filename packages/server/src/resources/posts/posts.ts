import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { invalidField, ServiceError } from '../../core/errors.ts'
import type { Queries } from '../../database/open.ts'
import { inSearch } from '../../database/search.ts'
import { type PageInput, readPage } from '../../http/list.ts'
import { inSearchTurn } from '../../http/search-turns.ts'
import type { Post } from '../../schemas/post.ts'
import {
  findPost,
  listPostsAfter,
  listTargets,
  type PostFilter,
  type PostRow,
  searchPostsAfter,
} from './queries.ts'
import { showPost } from './show.ts'

export type PostListInput = PageInput & {
  status?: string[] | undefined
  platform?: string[] | undefined
  id?: string[] | undefined
  account_id?: string[] | undefined
  search?: string | undefined
  tag?: string | undefined
  external_id?: string | undefined
  from?: string | undefined
  to?: string | undefined
  order?: 'asc' | 'desc' | undefined
}

/** The posts in scope, latest `scheduled_at` first. `from` and `to` are inclusive UTC days. */
export async function listPosts(ctx: Context, scope: Scope, input: PostListInput) {
  const { filter, binding } = parseFilter(scope, input)
  const read = () =>
    readPage(input, binding, {
      length: 2,
      valuesOf: (row: PostRow) => [row.scheduled_at?.toISOString() ?? null, row.id],
      show: (row) => row,
      bytesOf: (row) => row.content_bytes,
      fetch: (after, rows) =>
        input.search
          ? inSearch(ctx.db, input.search, 'post', (tx, isMatch) =>
              searchPostsAfter(tx, scope, filter, isMatch, after, rows),
            )
          : listPostsAfter(ctx.db.query, scope, filter, after, rows),
    })
  const page = await (input.search ? inSearchTurn(ctx, scope.actor.id, read) : read())
  const ids = page.data.map((row) => row.id)
  const targets = await listTargets(ctx.db.query, ids)
  return { ...page, data: page.data.map((row) => showPost(row, targets)) }
}

function parseFilter(scope: Scope, input: PostListInput) {
  if (input.from && input.to && input.from > input.to) {
    throw invalidField('to', 'It must not be before from.', 'range_reversed')
  }
  const filter: PostFilter = {
    statuses: input.status ?? null,
    platforms: input.platform ?? null,
    ids: input.id ?? null,
    accountIds: input.account_id ?? null,
    tag: input.tag ?? null,
    externalId: input.external_id ?? null,
    fromDay: input.from ?? null,
    toDay: input.to ?? null,
    order: input.order ?? 'desc',
  }
  const { search } = input
  return { filter, binding: ['posts', scope.ownerId, scope.profile?.id ?? null, filter, search] }
}

/** The post; 404 `post_not_found` outside the scope. */
export async function getPost(ctx: Context, scope: Scope, id: string): Promise<Post> {
  return await readPost(ctx.db.query, scope, id)
}

export async function readPost(db: Queries, scope: Scope, id: string): Promise<Post> {
  const row = await findPost(db, scope, id)
  if (!row) throw new ServiceError('post_not_found')
  return showPost(row, await listTargets(db, [row.id]))
}
