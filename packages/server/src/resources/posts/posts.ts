import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { invalidField, ServiceError } from '../../core/errors.ts'
import type { Queries } from '../../database/open.ts'
import { inSearch } from '../../database/search.ts'
import { bindingOf, type PageInput, readPage } from '../../http/list.ts'
import { inSearchTurn } from '../../http/turns.ts'
import type { Post, PostFilter } from '../../schemas/post.ts'
import {
  findPost,
  type ListOrder,
  listPostsAfter,
  listTargets,
  type PostRow,
  searchPostsAfter,
} from './queries.ts'
import { showPost } from './show.ts'

export type PostListInput = PageInput & PostFilter & { order?: ListOrder | undefined }

/** The posts in scope, latest `scheduled_at` first. `from` and `to` are inclusive UTC days. */
export async function listPosts(ctx: Context, scope: Scope, input: PostListInput) {
  const { limit, cursor, order = 'desc', ...filter } = input
  if (filter.from && filter.to && filter.from > filter.to) {
    throw invalidField('to', 'It must not be before from.', 'range_reversed')
  }
  const read = () =>
    readPage({ limit, cursor }, bindingOf('posts', scope, { ...filter, order }), {
      length: 2,
      valuesOf: (row: PostRow) => [row.scheduled_at?.toISOString() ?? null, row.id],
      show: (row) => row,
      bytesOf: (row) => row.content_bytes,
      fetch: (after, rows) =>
        input.search
          ? inSearch(ctx.db, input.search, 'post', (tx, isMatch) =>
              searchPostsAfter(tx, scope, { filter, order, after, rows }, isMatch),
            )
          : listPostsAfter(ctx.db.query, scope, { filter, order, after, rows }),
    })
  const page = await (input.search ? inSearchTurn(ctx, scope.actor.id, read) : read())
  const ids = page.data.map((row) => row.id)
  const targets = await listTargets(ctx.db.query, ids)
  return { ...page, data: page.data.map((row) => showPost(row, targets)) }
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
