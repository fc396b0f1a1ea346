import type { Comment, Post } from '../core/content.ts'
import type { GraphCall } from '../graph/call.ts'
import { noFieldOf } from '../graph/errors.ts'
import { type Field, graphTime, type NodeKind, selectFields } from '../graph/fields.ts'
import { nestedNodes } from '../graph/nodes.ts'
import { permissionsOf, type Session } from '../graph/session.ts'
import { permalink } from './permalink.ts'
import { settingsOf } from './settings.ts'

/** Fields of a comment (facebook.md §4). The page's own comments always carry `from`. */
export function commentKind(call: GraphCall, session: Session): NodeKind<Readonly<Comment>> {
  const { sandbox } = call
  const username = session.account.username
  const canSeeAuthors =
    permissionsOf(session).includes('pages_read_user_content') &&
    !settingsOf(sandbox).facebook_omit_from
  const isOwn = (comment: Readonly<Comment>) => comment.author_id === session.account.id
  return {
    defaults: ['created_time', 'from', 'message', 'id'],
    unknown: noFieldOf('Comment'),
    fields: {
      id: (comment) => comment.id,
      message: (comment) => comment.text,
      created_time: (comment) => graphTime(comment.created_at),
      from: (comment) =>
        isOwn(comment) || canSeeAuthors
          ? { id: comment.author_id ?? `person-${comment.author_name}`, name: comment.author_name }
          : undefined,
      parent: (comment) => (comment.parent_id ? { id: comment.parent_id } : undefined),
      permalink_url: (comment) =>
        `${permalink(sandbox, username, comment.shortcode)}?comment_id=${comment.id}`,
      is_hidden: (comment) => comment.hidden,
      can_hide: (comment) => !isOwn(comment),
      can_comment: (comment) => comment.parent_id === null,
      can_remove: () => true,
      like_count: (comment) => comment.likes,
      comment_count: (comment) => sandbox.state.comments.count('parent', comment.id),
      comments: (comment, field) => ({
        data: sandbox.state.comments
          .by('parent', comment.id)
          .map((reply) => selectFields(commentKind(call, session), reply, field.children ?? [])),
      }),
    },
  }
}

/** `filter=stream` selects all levels; otherwise top-level comments only. */
export function filterComments(
  comments: Readonly<Comment>[],
  filter: string | undefined,
): Readonly<Comment>[] {
  return filter === 'stream' ? comments : comments.filter((comment) => comment.parent_id === null)
}

/** `comments.limit(n).summary(true){…}` inside a post (facebook.md §5). */
export function expandComments(
  call: GraphCall,
  session: Session,
  post: Readonly<Post>,
  field: Field,
) {
  const all = call.sandbox.state.comments.by('post', post.id)
  const list = filterComments(all, field.args.filter)
  const { data } = nestedNodes(commentKind(call, session), list, field)
  const summary = field.args.summary
    ? { summary: { order: 'ranked', total_count: all.length, can_comment: true } }
    : {}
  return { data, ...summary }
}
