import { z } from 'zod'
import type { PlatformSetup } from '../contract/platform.ts'
import { callGraph } from '../meta/graph.ts'
import { graphDate, graphPaging, graphSuccess, pageQuery } from '../meta/graph-lists.ts'
import { platformUrl } from '../wire/call.ts'
import { listOf, platformId, webUrl } from '../wire/json.ts'
import { version } from './api.ts'

const perCall = 50
const postFields = 'id,message,created_time,permalink_url,from{id},comments.limit(0).summary(true)'
/** `like_count` is from memory. */
const commentFields =
  'id,from{id,name},message,created_time,parent{id},permalink_url,is_hidden,can_hide,can_comment,like_count'

const author = z.object({ id: platformId, name: z.string().nullish() })

/** facebook-pages.md §4, §5. */
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

/** facebook-pages.md §4; `from` is missing for people that the page may not identify. */
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
const created = z.object({ id: platformId })
const hideability = z.object({ can_hide: z.boolean().nullish() })
const link = z.object({ permalink_url: webUrl })

/** The calls to graph.facebook.com about comments, with the page's token (facebook-pages.md §4). */
export function facebookCommentsApi({ app, call }: PlatformSetup, access: string) {
  const read = <T>(path: string, params: Record<string, string>, shape: z.ZodType<T>) => {
    const url = platformUrl(app.bases.api, version + path, { ...params, access_token: access })
    return callGraph(call, { method: 'GET', url }, shape)
  }
  const write = <T>(path: string, form: Record<string, string>, shape: z.ZodType<T>) => {
    const url = platformUrl(app.bases.api, version + path)
    return callGraph(call, { method: 'POST', url, form: { ...form, access_token: access } }, shape)
  }
  return {
    listPosts: (page: string, cursor: string | null) =>
      read(`/${page}/feed`, { fields: postFields, ...pageQuery(perCall, cursor) }, posts),

    /** Both levels, newest first. */
    listComments: (post: string, cursor: string | null) => {
      const order = { filter: 'stream', order: 'reverse_chronological' }
      const params = { fields: commentFields, ...order, ...pageQuery(perCall, cursor) }
      return read(`/${post}/comments`, params, comments)
    },

    readComment: (id: string) => read(`/${id}`, { fields: 'id' }, created),

    /** Code 200 also refuses to hide a comment that cannot be hidden (§4). */
    readCanHide: async (id: string): Promise<boolean | null> =>
      (await read(`/${id}`, { fields: 'can_hide' }, hideability)).can_hide ?? null,

    reply: async (id: string, message: string): Promise<string> =>
      (await write(`/${id}/comments`, { message }, created)).id,

    readPermalink: async (id: string): Promise<string | null> =>
      (await read(`/${id}`, { fields: 'permalink_url' }, link)).permalink_url || null,

    hide: async (id: string, isHidden: boolean): Promise<void> => {
      await write(`/${id}`, { is_hidden: `${isHidden}` }, graphSuccess)
    },
  }
}
