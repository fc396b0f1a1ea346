import type { Scope } from '../../access/scope.ts'
import type { Context } from '../../context.ts'
import { csvTable } from '../../core/csv.ts'
import { limits } from '../../core/limits.ts'
import type { Post } from '../../schemas/post.ts'
import type { Target } from '../../schemas/target.ts'
import { listPosts, type PostListInput } from './posts.ts'

export const postCsvHeader = [
  'post_id',
  'external_id',
  'profile_id',
  'source',
  'post_status',
  'tags',
  'target_id',
  'platform',
  'account_id',
  'status',
  'text',
  'scheduled_at',
  'published_at',
  'permalink',
  'error',
] as const

/**
 * The posts of a list with a line for each account, read a page at a time while the caller receives
 * them. The first page is read before the response begins, so its errors are those of the list.
 */
export async function postsCsv(
  ctx: Context,
  scope: Scope,
  input: Omit<PostListInput, 'limit' | 'cursor'>,
): Promise<ReadableStream<Uint8Array>> {
  const read = (cursor?: string) =>
    listPosts(ctx, scope, { ...input, limit: limits.page.max, ...(cursor ? { cursor } : {}) })
  let page: Awaited<ReturnType<typeof read>> | null = await read()
  let left = limits.postExport.postsMax
  const encoder = new TextEncoder()
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(`\uFEFF${csvTable([postCsvHeader])}`)),
    pull: async (controller) => {
      if (!page) return controller.close()
      const posts = page.data.slice(0, left)
      left -= posts.length
      const cursor: string | null = left > 0 ? page.next_cursor : null
      controller.enqueue(encoder.encode(csvTable(posts.flatMap(linesOf))))
      page = cursor ? await read(cursor) : null
    },
  })
}

function linesOf(post: Post) {
  const targets: readonly (Target | null)[] = post.targets.length > 0 ? post.targets : [null]
  return targets.map((target) => [
    post.id,
    post.external_id,
    post.profile_id,
    post.source,
    post.status,
    post.tags.join(', '),
    target?.id ?? null,
    target?.platform ?? null,
    target?.account_id ?? null,
    target?.status ?? null,
    target?.text ?? post.text,
    target?.scheduled_at ?? post.scheduled_at,
    target?.published_at ?? null,
    target?.permalink ?? null,
    target?.error?.message ?? null,
  ])
}
