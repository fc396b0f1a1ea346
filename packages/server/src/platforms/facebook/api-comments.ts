import { z } from 'zod'
import type { PlatformSetup } from '../contract/platform.ts'
import { graphClient } from '../meta/graph-client.ts'
import { graphDate, graphPaging, graphSuccess, pageQuery } from '../meta/graph-lists.ts'
import { listOf, platformId, webUrl } from '../wire/json.ts'
import { facebookHost } from './api.ts'

const perCall = 50
const postFields = 'id,message,created_time,permalink_url,from{id},comments.limit(0).summary(true)'
/** `like_count` is from memory. */
const commentFields =
  'id,from{id,name},message,created_time,parent{id},permalink_url,is_hidden,can_hide,can_comment,like_count'

const author = z.object({ id: platformId, name: z.string().nullish() })

/** facebook.md §4, §5. */
const posts = z.object({
  data: listOf(
    z.object({
      id: platformId,
      message: z.string().nullish(),
      created_time: graphDate,
      permalink_url: webUrl,
      from: author.nullish(),
      comments: z
        .object({ summary: z.object({ total_count: z.int().nonnegative().nullish() }).nullish() })
        .nullish(),
    }),
  ),
  paging: graphPaging,
})

/** facebook.md §4; `from` is missing for people that the page may not identify. */
const comment = z.object({
  id: platformId,
  message: z.string().nullish(),
  created_time: graphDate,
  from: author.nullish(),
  parent: z.object({ id: platformId }).nullish(),
  permalink_url: webUrl,
  is_hidden: z.boolean().nullish(),
  can_hide: z.boolean().nullish(),
  can_comment: z.boolean().nullish(),
  like_count: z.int().nullish(),
})
export type FacebookComment = z.infer<typeof comment>

const comments = z.object({ data: listOf(comment), paging: graphPaging })
const hideability = z.object({ can_hide: z.boolean().nullish() })
const link = z.object({ permalink_url: webUrl })

/** The calls to graph.facebook.com about comments, with the page's token (facebook.md §4). */
export function facebookCommentsApi(setup: PlatformSetup, access: string) {
  const graph = graphClient(setup, facebookHost, access)
  return {
    listPosts: (page: string, cursor: string | null) =>
      graph.read(`/${page}/feed`, { fields: postFields, ...pageQuery(perCall, cursor) }, posts),

    /** Both levels, newest first. */
    listComments: (post: string, cursor: string | null) => {
      const order = { filter: 'stream', order: 'reverse_chronological' }
      const params = { fields: commentFields, ...order, ...pageQuery(perCall, cursor) }
      return graph.read(`/${post}/comments`, params, comments)
    },

    readComment: (id: string) => graph.readId(`/${id}`),

    /** Code 200 also refuses to hide a comment that cannot be hidden (facebook.md §4). */
    readCanHide: async (id: string): Promise<boolean | null> =>
      (await graph.read(`/${id}`, { fields: 'can_hide' }, hideability)).can_hide ?? null,

    reply: (id: string, message: string): Promise<string> =>
      graph.create(`/${id}/comments`, { message }),

    readPermalink: async (id: string): Promise<string | null> =>
      (await graph.read(`/${id}`, { fields: 'permalink_url' }, link)).permalink_url || null,

    hide: async (id: string, isHidden: boolean): Promise<void> => {
      await graph.write(`/${id}`, { is_hidden: `${isHidden}` }, graphSuccess)
    },
  }
}
