import { z } from 'zod'
import type { PlatformSetup } from '../contract/platform.ts'
import { callGraph } from '../meta/graph.ts'
import { graphDate, graphPaging, graphSuccess, pageQuery } from '../meta/graph-lists.ts'
import { platformUrl } from '../wire/call.ts'
import { listOf, platformId, webUrl } from '../wire/json.ts'

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
const created = z.object({ id: platformId })
const link = z.object({ permalink: webUrl })

/** The calls to graph.threads.com about replies (threads.md §4). */
export function threadsCommentsApi({ app, call }: PlatformSetup, access: string) {
  const headers = { authorization: `Bearer ${access}` }
  const at = (path: string, params: Record<string, string> = {}) =>
    platformUrl(app.bases.api, `/v1.0${path}`, params)
  const read = <T>(path: string, params: Record<string, string>, shape: z.ZodType<T>) =>
    callGraph(call, { method: 'GET', url: at(path, params), headers }, shape)
  const write = <T>(path: string, form: Record<string, string>, shape: z.ZodType<T>) =>
    callGraph(call, { method: 'POST', url: at(path), headers, form }, shape)
  return {
    /** §3.7. */
    listPosts: (cursor: string | null) =>
      read('/me/threads', { fields: postFields, ...pageQuery(perCall, cursor) }, posts),

    /** All levels as a flat list, newest first; only for root posts (§4.1). */
    listConversation: (post: string, cursor: string | null) => {
      const params = { fields: replyFields, reverse: 'true', ...pageQuery(perCall, cursor) }
      return read(`/${post}/conversation`, params, replies)
    },

    /** The first reply to a reply (§4.1). */
    listReplies: (id: string) => read(`/${id}/replies`, { fields: 'id', limit: '1' }, anyList),

    /** Publishes a text reply in one call and returns its id (§3.1, §4.2). */
    reply: async (to: string, text: string): Promise<string> => {
      const form = { media_type: 'TEXT', text, reply_to_id: to, auto_publish_text: 'true' }
      return (await write('/me/threads', form, created)).id
    },

    readPermalink: async (id: string): Promise<string | null> =>
      (await read(`/${id}`, { fields: 'permalink' }, link)).permalink || null,

    /** §4.3. */
    hide: async (id: string, hide: boolean): Promise<void> => {
      await write(`/${id}/manage_reply`, { hide: `${hide}` }, graphSuccess)
    },
  }
}
