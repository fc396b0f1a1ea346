import { z } from 'zod'
import { PlatformError } from '../contract/errors.ts'
import type { PlatformSetup } from '../contract/platform.ts'
import { noSuchObject } from '../meta/graph.ts'
import { graphClient } from '../meta/graph-client.ts'
import { graphDate, graphPaging, graphSuccess, pageQuery } from '../meta/graph-lists.ts'
import { listOf, platformId, webUrl } from '../wire/json.ts'
import { instagramHost } from './api.ts'

const perCall = 50
/** Nested replies per comment; small, as Instagram refuses too many nested nodes (instagram.md §4.1). */
export const repliesPerComment = 25
const postFields = 'id,caption,permalink,timestamp,comments_count'
const fieldsWithoutAuthor = 'id,text,timestamp,username,like_count,hidden,parent_id'
const fieldsWithAuthor = `${fieldsWithoutAuthor},from{id,username}`

/** instagram.md §3.6. */
const posts = z.object({
  data: listOf(
    z.object({
      id: platformId,
      caption: z.string().nullish(),
      permalink: webUrl,
      timestamp: graphDate,
      comments_count: z.int().nonnegative().nullish(),
    }),
  ),
  paging: graphPaging,
})

/** instagram.md §4.1; `from` may be missing. */
const reply = z.object({
  id: platformId,
  text: z.string().nullish(),
  timestamp: graphDate,
  username: z.string().nullish(),
  from: z.object({ id: platformId.nullish(), username: z.string().nullish() }).nullish(),
  like_count: z.int().nullish(),
  hidden: z.boolean().nullish(),
  parent_id: platformId.nullish(),
})
export type InstagramReply = z.infer<typeof reply>

const replies = z.object({ data: listOf(reply), paging: graphPaging })
const comment = reply.extend({ replies: replies.nullish() })
export type InstagramComment = z.infer<typeof comment>

const comments = z.object({ data: listOf(comment), paging: graphPaging })

/** The calls to graph.instagram.com about comments (instagram.md §4). */
export function instagramCommentsApi(setup: PlatformSetup, access: string) {
  const graph = graphClient(setup, instagramHost, access)
  return {
    /** instagram.md §3.6. */
    listPosts: (cursor: string | null) =>
      graph.read('/me/media', { fields: postFields, ...pageQuery(perCall, cursor) }, posts),

    /** The top-level comments of a media, each with its first replies (instagram.md §4.1). */
    listComments: (media: string, cursor: string | null) =>
      withAuthors((fields) => {
        const nested = `${fields},replies.limit(${repliesPerComment}){${fields}}`
        const order = 'reverse_chronological'
        const params = { fields: nested, order, ...pageQuery(perCall, cursor) }
        return graph.read(`/${media}/comments`, params, comments)
      }),

    listReplies: (id: string, cursor: string | null) =>
      withAuthors((fields) =>
        graph.read(`/${id}/replies`, { fields, ...pageQuery(perCall, cursor) }, replies),
      ),

    /** instagram.md §4.1. */
    readComment: (id: string) => graph.readId(`/${id}`),

    /** instagram.md §4.2. Without `fields`: with it, Instagram writes the reply but returns an error. */
    reply: (id: string, message: string): Promise<string> =>
      graph.create(`/${id}/replies`, { message }),

    /** instagram.md §4.3. */
    hide: async (id: string, hide: boolean): Promise<void> => {
      await graph.write(`/${id}`, { hide: `${hide}` }, graphSuccess)
    },
  }
}

/** Instagram may refuse `from`; the list is then fetched without it (instagram.md §4.1). */
async function withAuthors<T>(list: (fields: string) => Promise<T>): Promise<T> {
  try {
    return await list(fieldsWithAuthor)
  } catch (err) {
    if (!isRefused(err)) throw err
    return await list(fieldsWithoutAuthor)
  }
}

/** A missing or inaccessible object fails with any fields, so it does not count. */
function isRefused(err: unknown): boolean {
  if (!(err instanceof PlatformError) || err.platformCode === noSuchObject) return false
  return err.kind === 'rejected' || err.kind === 'permission_missing'
}
