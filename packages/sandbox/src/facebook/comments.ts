import { commentId } from '../comments/create.ts'
import type { Comment, Post } from '../core/content.ts'
import { type GraphCall, linkTo } from '../graph/call.ts'
import { badParameter, GraphError, noSuchObject } from '../graph/errors.ts'
import { type Field, type FieldTable, parseFields, pick } from '../graph/fields.ts'
import { page } from '../graph/paging.ts'
import { need, permissionsOf, type Session } from '../graph/session.ts'
import { graphTime } from '../graph/times.ts'
import { permalink } from '../publishing/posts.ts'
import { sendFacebookComment } from './events.ts'
import { needTask, pageSession } from './page-session.ts'
import { ownPost } from './posts.ts'

const LIMITS = { standard: 25, max: 100 }
const defaults = ['created_time', 'from', 'message', 'id']

/** Fields of a comment (facebook-pages.md §4). The page's own comments always carry `from`. */
export function commentFields(call: GraphCall, session: Session): FieldTable<Readonly<Comment>> {
  const { world } = call
  const username = session.account.username
  const seesPeople =
    permissionsOf(session).includes('pages_read_user_content') &&
    !world.settings().facebook_omit_from
  const isOwn = (comment: Readonly<Comment>) => comment.author_id === session.account.id
  return {
    id: (comment) => comment.id,
    message: (comment) => comment.text,
    created_time: (comment) => graphTime(comment.created_at),
    from: (comment) =>
      isOwn(comment) || seesPeople
        ? { id: comment.author_id ?? `person-${comment.author_name}`, name: comment.author_name }
        : undefined,
    parent: (comment) => (comment.parent_id ? { id: comment.parent_id } : undefined),
    permalink_url: (comment) =>
      `${permalink(world, 'facebook', username, comment.shortcode)}?comment_id=${comment.id}`,
    is_hidden: (comment) => comment.hidden,
    can_hide: (comment) => !isOwn(comment),
    can_comment: (comment) => comment.parent_id === null,
    can_remove: () => true,
    like_count: (comment) => comment.likes,
    comment_count: (comment) => world.state.comments.count('parent', comment.id),
    comments: (comment, field) => ({
      data: world.state.comments
        .by('parent', comment.id)
        .map((reply) =>
          pick(reply, field.children ?? [], commentFields(call, session), defaults, noField),
        ),
    }),
  }
}

export function noField(field: string): GraphError {
  return new GraphError(
    `(#100) Tried accessing nonexisting field (${field}) on node type (Comment)`,
    {
      code: 100,
    },
  )
}

function readSession(call: GraphCall): Session {
  const session = pageSession(call)
  need(session, 'pages_read_engagement')
  return session
}

/** `GET /{post}/comments` and `GET /{comment}/comments` (facebook-pages.md §4). */
export function listComments(call: GraphCall) {
  const session = readSession(call)
  const { comments } = call.world.state
  const id = call.at.id!
  const list = comments.get(id)
    ? comments.by('parent', ownComment(call, session, id).id)
    : filtered(comments.by('post', ownPost(call, session, id).id), call.params.filter)
  const newestFirst = call.params.order?.startsWith('reverse_')
  list.sort((a, b) => (newestFirst ? b.created_at - a.created_at : a.created_at - b.created_at))
  const part = page(list, call.params, LIMITS)
  const fields = parseFields(call.params.fields)
  const table = commentFields(call, session)
  const data = part.items.map((comment) => pick(comment, fields, table, defaults, noField))
  if (data.length === 0) return { data }
  const next = part.hasNext ? { next: linkTo(call, { after: part.after }) } : {}
  return { data, paging: { cursors: { before: part.before, after: part.after }, ...next } }
}

/** `filter=stream` is all levels, otherwise top-level comments only. */
function filtered(comments: Readonly<Comment>[], filter: string | undefined): Readonly<Comment>[] {
  return filter === 'stream' ? comments : comments.filter((comment) => comment.parent_id === null)
}

/** `comments.limit(n).summary(true){…}` inside a post (facebook-pages.md §5). */
export function expandComments(
  call: GraphCall,
  session: Session,
  post: Readonly<Post>,
  field: Field,
) {
  const all = call.world.state.comments.by('post', post.id)
  const list = filtered(all, field.args.filter)
  const part = page(list, { limit: field.args.limit ?? '25' }, LIMITS)
  const table = commentFields(call, session)
  const data = part.items.map((each) => pick(each, field.children ?? [], table, defaults, noField))
  const summary = field.args.summary
    ? { summary: { order: 'ranked', total_count: all.length, can_comment: true } }
    : {}
  return { data, ...summary }
}

export function ownComment(call: GraphCall, session: Session, id: string): Readonly<Comment> {
  const comment = call.world.state.comments.get(id)
  const post = comment && call.world.state.posts.get(comment.post_id)
  if (!comment || post?.account_id !== session.account.id) throw noSuchObject(id, call.method)
  return comment
}

function engageSession(call: GraphCall): Session {
  const session = pageSession(call)
  need(session, 'pages_manage_engagement')
  needTask(session, 'MODERATE', 'MANAGE')
  return session
}

/** `POST /{post|comment}/comments`: two levels only, a reply to a reply is refused (§4, §9). */
export function writeComment(call: GraphCall) {
  const session = engageSession(call)
  const { world } = call
  const text = call.params.message
  if (!text) throw badParameter('(#100) The parameter message is required')
  const parent = world.state.comments.get(call.at.id!)
  if (parent) ownComment(call, session, parent.id)
  if (parent?.parent_id) throw badParameter('(#100) Replies cannot be made to replies')
  const post = ownPost(call, session, parent?.post_id ?? call.at.id!)
  const comment = world.state.comments.put({
    id: commentId(post),
    platform: 'facebook',
    post_id: post.id,
    parent_id: parent?.id ?? null,
    author_id: session.account.id,
    author_name: session.account.name,
    author_private: false,
    text,
    media_ids: [],
    shortcode: post.shortcode,
    likes: 0,
    created_at: world.clock.ms(),
    hidden: false,
    was_hidden: false,
    approval: 'none',
  })
  sendFacebookComment(world, comment, 'add')
  return { id: comment.id }
}

/** `POST /{comment}` `is_hidden=` or `message=` (facebook-pages.md §4). */
export function changeComment(call: GraphCall) {
  const session = engageSession(call)
  const comment = ownComment(call, session, call.at.id!)
  const { is_hidden, message } = call.params
  const isOwn = comment.author_id === session.account.id
  if (is_hidden !== undefined) {
    if (isOwn) throw new GraphError('(#200) This comment cannot be hidden', { code: 200 })
    const hidden = is_hidden === 'true' || is_hidden === '1'
    call.world.state.comments.update(comment.id, { hidden })
    sendFacebookComment(call.world, comment, hidden ? 'hide' : 'unhide')
  } else if (message) {
    if (!isOwn) throw new GraphError('(#200) Only own comments can be edited', { code: 200 })
    call.world.state.comments.update(comment.id, { text: message })
    sendFacebookComment(call.world, comment, 'edited')
  } else {
    throw badParameter('(#100) The parameter is_hidden is required')
  }
  return { success: true }
}

/** `DELETE /{comment}` with its replies. */
export function removeComment(call: GraphCall) {
  const session = engageSession(call)
  const comment = ownComment(call, session, call.at.id!)
  for (const reply of call.world.state.comments.by('parent', comment.id)) {
    call.world.state.comments.remove(reply.id)
  }
  call.world.state.comments.remove(comment.id)
  sendFacebookComment(call.world, comment, 'remove')
  return { success: true }
}
