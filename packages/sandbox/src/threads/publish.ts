import { DAY_MS } from '../core/clock.ts'
import type { Container } from '../core/content.ts'
import { decimalId, shortcode } from '../core/ids.ts'
import type { Account } from '../core/records.ts'
import type { Sandbox } from '../core/sandbox.ts'
import type { GraphCall } from '../graph/call.ts'
import { GraphError } from '../graph/errors.ts'
import { putOwnComment } from '../graph/own.ts'
import { type Session, selfSession } from '../graph/session.ts'
import { childrenOf, isLagging, statusOf } from '../publishing/containers.ts'
import { countSince, createChildren, createPost, postsOf } from '../publishing/posts.ts'
import { mediaNotFound, threadsParameter } from './errors.ts'
import { sendThreadsPublish, sendThreadsReply } from './events.ts'
import { replyTarget } from './reply-target.ts'

export const threadsQuotas = { posts: 250, replies: 1000, deletes: 100, location: 500 }

const kinds = { image: 'IMAGE', video: 'VIDEO', product: 'THREADS' }
const postTypes: Record<string, string> = {
  TEXT: 'TEXT_POST',
  IMAGE: 'IMAGE',
  VIDEO: 'VIDEO',
  CAROUSEL: 'CAROUSEL_ALBUM',
}

export function publishSession(call: GraphCall): Session {
  const id = call.pathParams.user!
  return selfSession(call, id, 'threads_basic', 'threads_content_publish')
}

/** `POST /{user}/threads_publish` (threads.md §3.3). */
export function publishThreads(call: GraphCall) {
  const session = publishSession(call)
  const id = call.params.creation_id
  if (!id) throw threadsParameter('The parameter creation_id is required.')
  const container = call.sandbox.state.containers.get(id)
  if (!container || container.account_id !== session.account.id) throw mediaNotFound(id)
  const status = statusOf(call.sandbox, container)
  if (status !== 'FINISHED' || isLagging(call.sandbox, container)) throw mediaNotFound(id)
  return { id: publishContainer(call.sandbox, session.account, container) }
}

/** Publishes a container as a post or reply. Returns its id, which differs from the container's. */
export function publishContainer(
  sandbox: Sandbox,
  account: Readonly<Account>,
  container: Readonly<Container>,
): string {
  const usage = threadsUsage(sandbox, account.id)
  const isReply = container.params.reply_to_id !== undefined
  const used = isReply ? usage.replies : usage.posts
  if (used >= (isReply ? threadsQuotas.replies : threadsQuotas.posts)) {
    throw new GraphError('Application request limit reached', {
      code: 4,
      error_user_title: 'Limit reached',
      error_user_msg: 'The profile has reached the number of posts of the last 24 hours.',
    })
  }
  const id = isReply
    ? publishReply(sandbox, account, container)
    : publishPost(sandbox, account, container)
  sandbox.state.containers.update(container.id, { published_as: id })
  return id
}

function publishPost(
  sandbox: Sandbox,
  account: Readonly<Account>,
  container: Readonly<Container>,
): string {
  const post = createPost(sandbox, {
    platform: 'threads',
    account_id: account.id,
    media_type: postTypes[container.media_type]!,
    product_type: 'THREADS',
    text: container.params.text ?? '',
    media_ids: container.media_id ? [container.media_id] : [],
    facts: container.params,
  })
  const child_ids = createChildren(sandbox, container, post.id, kinds)
  sandbox.state.posts.update(post.id, { child_ids })
  sendThreadsPublish(sandbox, post.id)
  return post.id
}

function publishReply(
  sandbox: Sandbox,
  account: Readonly<Account>,
  container: Readonly<Container>,
): string {
  const { root, parent } = replyTarget(sandbox, account, container.params.reply_to_id!)
  const files = [container, ...childrenOf(sandbox, container)]
  const reply = putOwnComment(
    sandbox,
    { account },
    {
      id: decimalId('181', 17),
      post_id: root.id,
      parent_id: parent?.id ?? null,
      author_name: account.username,
      text: container.params.text ?? '',
      media_ids: files.flatMap(({ media_id }) => media_id ?? []),
      shortcode: shortcode(),
      facts: container.params,
    },
  )
  sendThreadsReply(sandbox, reply)
  return reply.id
}

/** The account's quota usage of the last 24 hours (threads.md §3.6). */
export function threadsUsage(sandbox: Sandbox, accountId: string) {
  const from = sandbox.clock.ms() - DAY_MS
  return {
    posts: countSince(postsOf(sandbox, accountId), from),
    replies: countSince(sandbox.state.comments.by('author', accountId), from),
    deletes: countSince(sandbox.state.deletions.by('account', accountId), from),
    location: 0,
  }
}
