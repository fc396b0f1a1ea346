import type { Post } from '../core/content.ts'
import type { Sandbox } from '../core/sandbox.ts'
import type { GraphCall } from '../graph/call.ts'
import { badParameter, GraphError, noSuchObject } from '../graph/errors.ts'
import { graphTime, type NodeKind } from '../graph/fields.ts'
import { listNodes, nestedChildren } from '../graph/nodes.ts'
import { selfSession, sessionWith } from '../graph/session.ts'
import { mediaUrl } from '../media/fetch.ts'
import { createPost, hasPermalink, postsOf } from '../publishing/posts.ts'
import { threadsParameter } from './errors.ts'
import { sendThreadsDelete } from './events.ts'
import { permalink } from './permalink.ts'
import { noField } from './profile.ts'
import { threadsQuotas, threadsUsage } from './publish.ts'

/** The earliest allowed `since` (threads.md §3.7). */
const EARLIEST_UNIX = 1_688_540_400

/** Fields of a post (threads.md §3.7). */
export function postKind(sandbox: Sandbox): NodeKind<Readonly<Post>> {
  const username = (post: Readonly<Post>) =>
    sandbox.state.accounts.get(post.account_id)?.username ?? ''
  const fact = (name: string) => (post: Readonly<Post>) => post.facts[name] || undefined
  return {
    defaults: ['id'],
    unknown: noField,
    fields: {
      id: (post) => post.id,
      media_product_type: () => 'THREADS',
      media_type: (post) => post.media_type,
      media_url: (post) => mediaUrl(sandbox, post.media_ids[0]),
      thumbnail_url: (post) =>
        post.media_type === 'VIDEO' ? mediaUrl(sandbox, post.media_ids[0]) : undefined,
      gif_url: () => undefined,
      permalink: (post) =>
        hasPermalink(sandbox, post)
          ? permalink(sandbox, username(post), post.shortcode)
          : undefined,
      owner: (post) => ({ id: post.account_id }),
      username,
      text: (post) => post.text || undefined,
      timestamp: (post) => graphTime(post.created_at),
      shortcode: (post) => post.shortcode,
      children: (post, field) => nestedChildren({ sandbox }, postKind(sandbox), post, field),
      is_quote_post: (post) => post.facts.quote_post_id !== undefined,
      quoted_post: (post) => post.facts.quote_post_id && { id: post.facts.quote_post_id },
      reposted_post: (post) => post.facts.reposted_post_id && { id: post.facts.reposted_post_id },
      has_replies: (post) => sandbox.state.comments.count('post', post.id) > 0,
      alt_text: fact('alt_text'),
      link_attachment_url: fact('link_attachment'),
      poll_attachment: (post) => pollOf(post),
      location_id: fact('location_id'),
      topic_tag: fact('topic_tag'),
      is_verified: (post) => sandbox.state.accounts.get(post.account_id)?.is_verified,
      profile_picture_url: (post) => `${sandbox.origin()}/pictures/${post.account_id}`,
      reply_audience: (post) => (post.facts.reply_control ?? 'everyone').toUpperCase(),
      ghost_post_status: (post) => (post.facts.is_ghost_post === 'true' ? 'active' : undefined),
    },
  }
}

function pollOf(post: Readonly<Post>) {
  if (!post.facts.poll_attachment) return undefined
  const options = JSON.parse(post.facts.poll_attachment) as Record<string, string>
  const votes = Object.keys(options).map((key) => [`${key}_votes_percentage`, 0])
  return {
    ...options,
    ...Object.fromEntries(votes),
    expiration_timestamp: graphTime(post.created_at + 86_400_000),
  }
}

/** `GET /{user}/threads`, newest first (threads.md §3.7). */
export function listThreads(call: GraphCall) {
  const session = selfSession(call, call.pathParams.user!, 'threads_basic')
  const posts = postsOf(call.sandbox, session.account.id).filter(isInRange(call))
  return listNodes(call, postKind(call.sandbox), posts)
}

/** The range that `since` and `until` of a list name (threads.md §3.7, §4.1). */
export function isInRange({ params }: GraphCall): (item: { created_at: number }) => boolean {
  const since = readTime(params.since, 'since')
  const until = readTime(params.until, 'until')
  if (since !== null && since < EARLIEST_UNIX * 1000) {
    throw threadsParameter(`Param since must be greater than or equal to ${EARLIEST_UNIX}`)
  }
  return ({ created_at }) =>
    (since === null || created_at >= since) && (until === null || created_at < until)
}

/** Parses Unix seconds or a date text into milliseconds. */
export function readTime(text: string | undefined, name: string): number | null {
  if (!text) return null
  const time = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text)
  if (Number.isNaN(time)) throw badParameter(`(#100) param ${name} must be a valid time`)
  return time
}

/** `POST /{media}/repost` (threads.md §3.5). */
export function repostThreads(call: GraphCall) {
  const session = sessionWith(call, 'threads_basic', 'threads_content_publish')
  const original = call.sandbox.state.posts.get(call.pathParams.id!)
  if (original?.platform !== 'threads') throw noSuchObject(call.pathParams.id!, call.method)
  const repost = createPost(call.sandbox, {
    platform: 'threads',
    account_id: session.account.id,
    media_type: 'REPOST_FACADE',
    product_type: 'THREADS',
    facts: { reposted_post_id: original.id },
  })
  return { id: repost.id }
}

/** `DELETE /{media}`: deletes a post or reply of the caller, at most 100 a day (threads.md §3.5, §4.3). */
export function deleteThreads(call: GraphCall) {
  const session = sessionWith(call, 'threads_basic', 'threads_delete')
  const { sandbox } = call
  const id = call.pathParams.id!
  const comment = sandbox.state.comments.get(id)
  const post = sandbox.state.posts.get(id)
  const owner = comment?.author_id ?? post?.account_id
  if (owner !== session.account.id) throw noSuchObject(id, call.method)
  if (threadsUsage(sandbox, session.account.id).deletes >= threadsQuotas.deletes) {
    throw new GraphError('Application request limit reached', { code: 4 })
  }
  if (comment) sandbox.state.comments.remove(id)
  else sandbox.state.posts.remove(id)
  sandbox.state.deletions.put({ id, account_id: owner, created_at: sandbox.clock.ms() })
  sendThreadsDelete(sandbox, session.account, id)
  return { success: true, deleted_id: id }
}
