import { z } from 'zod'
import type { PlatformSetup } from '../contract/platform.ts'
import { graphClient } from '../meta/graph-client.ts'
import { graphDate, graphPaging, graphSuccess, pageQuery } from '../meta/graph-lists.ts'
import { listOf, platformId, webUrl } from '../wire/json.ts'
import { threadsHost } from './api.ts'

const perCall = 50
const postFields = 'id,text,permalink,timestamp,media_type,has_replies'
const replyFields =
  'id,text,username,permalink,timestamp,replied_to,root_post,is_reply_owned_by_me,hide_status'

/** threads.md §3.7. */
const posts = z.object({
  data: listOf(
    z.object({
      id: platformId,
      text: z.string().nullish(),
      permalink: webUrl,
      timestamp: graphDate,
      media_type: z.string().nullish(),
      has_replies: z.boolean().nullish(),
    }),
  ),
  paging: graphPaging,
})

/** threads.md §4.1; `username` and `permalink` are missing for private profiles. */
export const reply = z.object({
  id: platformId,
  text: z.string().nullish(),
  username: z.string().nullish(),
  permalink: webUrl,
  timestamp: graphDate,
  replied_to: z.object({ id: platformId }).nullish(),
  root_post: z.object({ id: platformId }).nullish(),
  is_reply_owned_by_me: z.boolean().nullish(),
  hide_status: z.string().nullish(),
})
export type ThreadsReply = z.infer<typeof reply>

const replies = z.object({ data: listOf(reply), paging: graphPaging })
const anyList = z.object({ data: listOf(z.unknown()) })
const link = z.object({ permalink: webUrl })

/** The calls to graph.threads.com about replies (threads.md §4). */
export function threadsCommentsApi(setup: PlatformSetup, access: string) {
  const graph = graphClient(setup, threadsHost, access)
  return {
    /** threads.md §3.7. */
    listPosts: (cursor: string | null) =>
      graph.read('/me/threads', { fields: postFields, ...pageQuery(perCall, cursor) }, posts),

    /** All levels as a flat list, newest first; only for root posts (threads.md §4.1). */
    listConversation: (post: string, cursor: string | null) => {
      const params = { fields: replyFields, reverse: 'true', ...pageQuery(perCall, cursor) }
      return graph.read(`/${post}/conversation`, params, replies)
    },

    /** The first reply to a reply (threads.md §4.1). */
    listReplies: (id: string) =>
      graph.read(`/${id}/replies`, { fields: 'id', limit: '1' }, anyList),

    /** Publishes a text reply in one call and returns its id (threads.md §3.1, §4.2). */
    reply: (to: string, text: string): Promise<string> => {
      const form = { media_type: 'TEXT', text, reply_to_id: to, auto_publish_text: 'true' }
      return graph.create('/me/threads', form)
    },

    readPermalink: async (id: string): Promise<string | null> =>
      (await graph.read(`/${id}`, { fields: 'permalink' }, link)).permalink || null,

    /** threads.md §4.3. */
    hide: async (id: string, hide: boolean): Promise<void> => {
      await graph.write(`/${id}/manage_reply`, { hide: `${hide}` }, graphSuccess)
    },
  }
}
