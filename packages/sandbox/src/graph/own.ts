import type { Comment, Post } from '../core/content.ts'
import type { Sandbox } from '../core/sandbox.ts'
import type { GraphCall } from './call.ts'
import { noSuchObject } from './errors.ts'
import type { Session } from './session.ts'

/** A post, photo or video of the caller. Otherwise throws 100/33. */
export function getOwnPost(call: GraphCall, session: Session, id: string): Readonly<Post> {
  const post = call.sandbox.state.posts.get(id)
  if (post?.account_id !== session.account.id) throw noSuchObject(id, call.method)
  return post
}

/** A comment on the caller's posts. Otherwise throws 100/33. */
export function getOwnComment(call: GraphCall, session: Session, id: string): Readonly<Comment> {
  const comment = call.sandbox.state.comments.get(id)
  const post = comment && call.sandbox.state.posts.get(comment.post_id)
  if (!comment || post?.account_id !== session.account.id) throw noSuchObject(id, call.method)
  return comment
}

/** Stores a comment or reply that the account writes through the API. */
export function putOwnComment(
  sandbox: Sandbox,
  { account }: Pick<Session, 'account'>,
  facts: Pick<Comment, 'id' | 'post_id' | 'parent_id' | 'text' | 'author_name'> & Partial<Comment>,
): Readonly<Comment> {
  return sandbox.state.comments.put({
    platform: account.platform,
    author_id: account.id,
    author_private: false,
    media_ids: [],
    shortcode: '',
    likes: 0,
    created_at: sandbox.clock.ms(),
    hidden: false,
    was_hidden: false,
    approval: 'none',
    ...facts,
  })
}

export function removeWithReplies({ state }: Sandbox, comment: Readonly<Comment>): void {
  for (const reply of state.comments.by('parent', comment.id)) state.comments.remove(reply.id)
  state.comments.remove(comment.id)
}
