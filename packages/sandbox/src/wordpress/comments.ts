import type { Comment } from '../core/content.ts'
import { decimalId, shortcode } from '../core/ids.ts'
import { type Call, isEdit, numbersParam, onlyFields, pageOf, textParam, times } from './call.ts'
import { forbidden, WordpressError } from './errors.ts'
import { plainText, renderedHtml, storedComment } from './html.ts'
import { mayEdit } from './posts.ts'
import { findPost, type SitePost } from './posts-store.ts'
import { type Session, sessionOf } from './session.ts'
import { settingsOf } from './settings.ts'
import { originOf } from './sites.ts'

const TEXT_BYTES_MAX = 65_525
const FLOOD_TEXT = 'You are posting comments too quickly. Slow down.'

type Status = 'approved' | 'hold' | 'spam' | 'trash'

export function newCommentId(): string {
  return decimalId('84', 9)
}

/** The state of a comment; `hidden` of the control API is waiting for approval. */
function statusOf(comment: Readonly<Comment>): Status {
  return (comment.facts?.status as Status | undefined) ?? (comment.hidden ? 'hold' : 'approved')
}

/**
 * `GET wp/v2/comments`, newest first by default. The full text of `context=edit` is for those who moderate
 * all comments; others of a post's author are listed by state (wordpress.md §4).
 */
export function listComments(call: Call) {
  const session = sessionOf(call)
  const wanted = textParam(call, 'status') ?? 'approve'
  if (isEdit(call) && !session?.can('moderate_comments')) {
    throw forbidden(session !== null, 'rest_forbidden_context')
  }
  if (wanted !== 'approve' && !session?.can('edit_posts')) {
    throw forbidden(session !== null, 'rest_forbidden_param')
  }
  const ofPosts = numbersParam(call, 'post')
  const ofParents = numbersParam(call, 'parent')
  const ofAuthors = numbersParam(call, 'author')
  const isAsc = textParam(call, 'order') === 'asc'
  const found = commentsOfSite(call, ofPosts)
    .filter((comment) => isWanted(statusOf(comment), wanted))
    .filter((comment) => statusOf(comment) === 'approved' || mayModerate(call, session, comment))
    .filter(({ parent_id }) => !ofParents || ofParents.includes(Number(parent_id ?? 0)))
    .filter(({ author_id }) => !ofAuthors || ofAuthors.includes(Number(author_id ?? 0)))
    .sort((a, b) => (isAsc ? a.created_at - b.created_at : b.created_at - a.created_at))
  return pageOf(
    call,
    found.map((comment) => commentJson(call, comment, isEdit(call))),
  )
}

function commentsOfSite(call: Call, posts: number[] | undefined): Readonly<Comment>[] {
  const { state } = call.sandbox
  const all = posts
    ? posts.flatMap((id) => state.comments.by('post', `${id}`))
    : [...state.comments.values()]
  // Newest first among those of the same second.
  return all.filter((comment) => postOf(call, comment)?.status === 'publish').toReversed()
}

function isWanted(status: Status, wanted: string): boolean {
  if (wanted === 'all') return status === 'approved' || status === 'hold'
  // Answers say `approved`, the filter `approve`.
  return wanted === 'approve' ? status === 'approved' : status !== 'approved' && status === wanted
}

export function readComment(call: Call) {
  const session = sessionOf(call)
  const comment = find(call)
  const isAllowed = statusOf(comment) === 'approved' || mayModerate(call, session, comment)
  if (!isAllowed) throw forbidden(session !== null, 'rest_cannot_read')
  if (isEdit(call) && !mayModerate(call, session, comment)) {
    throw forbidden(session !== null, 'rest_forbidden_context')
  }
  return onlyFields(call, commentJson(call, comment, isEdit(call)))
}

/** `POST wp/v2/comments` as the user. */
export function createComment(call: Call) {
  const { sandbox } = call
  const session = sessionOf(call)
  if (!session) throw forbidden(false, 'rest_comment_login_required')
  const post = findPost(sandbox, call.site, textParam(call, 'post') ?? '')
  if (!post) {
    throw new WordpressError(403, 'rest_comment_invalid_post_id', 'Invalid post ID.')
  }
  if (post.status === 'trash') throw refused('rest_comment_trash_post')
  if (post.status !== 'publish') throw refused('rest_comment_draft_post')
  if (post.comment_status === 'closed') throw refused('rest_comment_closed')
  const content = (textParam(call, 'content') ?? '').trim()
  if (content === '') {
    throw new WordpressError(400, 'rest_comment_content_invalid', 'Invalid comment content.')
  }
  if (Buffer.byteLength(content) > TEXT_BYTES_MAX) {
    throw new WordpressError(400, 'comment_content_column_length', 'Your comment is too long.')
  }
  if (settingsOf(sandbox).wordpress_comment_flood) {
    throw new WordpressError(400, 'comment_flood', FLOOD_TEXT, { status: 400 })
  }
  // Nothing checks that the parent exists.
  const parent = Number(textParam(call, 'parent') ?? 0)
  const parent_id = parent === 0 ? null : `${parent}`
  const isSame = (each: Readonly<Comment>) =>
    each.author_id === session.account.id && each.parent_id === parent_id && rawOf(each) === content
  if (sandbox.state.comments.by('post', post.id).some(isSame)) {
    throw new WordpressError(409, 'comment_duplicate', 'Duplicate comment detected.')
  }
  const comment = sandbox.state.comments.put({
    id: newCommentId(),
    platform: 'wordpress',
    post_id: post.id,
    parent_id,
    author_id: session.account.id,
    author_name: session.account.name,
    author_private: false,
    text: plainText(content.replaceAll('\n', '<br>')),
    media_ids: [],
    shortcode: shortcode(),
    likes: 0,
    created_at: sandbox.clock.ms(),
    hidden: false,
    was_hidden: false,
    approval: 'none',
    facts: { raw: content },
  })
  return Response.json(commentJson(call, comment, true), { status: 201 })
}

function refused(code: string): WordpressError {
  return new WordpressError(403, code, 'Sorry, comments are closed for this item.')
}

/** `POST wp/v2/comments/:id`: its state. */
export function updateComment(call: Call) {
  const comment = find(call)
  const session = sessionOf(call)
  if (!mayModerate(call, session, comment)) throw forbidden(session !== null, 'rest_cannot_edit')
  const status = statusParam(call)
  if (status === statusOf(comment) && settingsOf(call.sandbox).wordpress_refuses_same_status) {
    const text = 'Updating comment status failed.'
    throw new WordpressError(500, 'rest_comment_failed_edit', text)
  }
  return commentJson(call, withStatus(call, comment, status), true)
}

function statusParam(call: Call): Status {
  const names: Record<string, Status> = {
    approve: 'approved',
    approved: 'approved',
    hold: 'hold',
    spam: 'spam',
    trash: 'trash',
  }
  const status = names[textParam(call, 'status') ?? '']
  if (status) return status
  throw new WordpressError(400, 'rest_invalid_param', 'Invalid parameter(s): status')
}

function withStatus({ sandbox }: Call, comment: Readonly<Comment>, status: Status) {
  const { status: _previous, ...facts } = comment.facts ?? {}
  const isOther = status === 'spam' || status === 'trash'
  return sandbox.state.comments.update(comment.id, {
    hidden: status === 'hold',
    was_hidden: comment.was_hidden || status === 'hold',
    facts: isOther ? { ...facts, status } : facts,
  })
}

/** `DELETE wp/v2/comments/:id`: into the trash, or for good with `force`. */
export function deleteComment(call: Call) {
  const comment = find(call)
  const session = sessionOf(call)
  if (!mayModerate(call, session, comment)) throw forbidden(session !== null, 'rest_cannot_delete')
  if (textParam(call, 'force') === 'true') {
    call.sandbox.state.comments.remove(comment.id)
    return { deleted: true, previous: commentJson(call, comment, true) }
  }
  if (statusOf(comment) === 'trash') {
    throw new WordpressError(410, 'rest_already_trashed', 'The comment has already been trashed.')
  }
  return commentJson(call, withStatus(call, comment, 'trash'), true)
}

function find(call: Call): Readonly<Comment> {
  const comment = call.sandbox.state.comments.get(call.id)
  if (comment && postOf(call, comment)) return comment
  throw new WordpressError(404, 'rest_comment_invalid_id', 'Invalid comment ID.')
}

function postOf({ sandbox, site }: Call, comment: Readonly<Comment>): SitePost | undefined {
  return comment.platform === 'wordpress' ? findPost(sandbox, site, comment.post_id) : undefined
}

/** Who may edit a post may moderate its comments. */
function mayModerate(call: Call, session: Session | null, comment: Readonly<Comment>): boolean {
  if (session?.can('moderate_comments')) return true
  const post = postOf(call, comment)
  return post !== undefined && mayEdit(session, post)
}

function rawOf(comment: Readonly<Comment>): string {
  return comment.facts?.raw ?? storedComment(comment.text)
}

/** A comment; to those who edit it, with what is private of the writer. */
function commentJson(call: Call, comment: Readonly<Comment>, isFull: boolean): object {
  const raw = rawOf(comment)
  const origin = originOf(call.sandbox, call.site)
  const post = postOf(call, comment)
  const secret = {
    author_email: 'visitor@example.com',
    author_ip: '203.0.113.7',
    author_user_agent: '',
  }
  return {
    id: Number(comment.id),
    post: Number(comment.post_id),
    parent: Number(comment.parent_id ?? 0),
    author: Number(comment.author_id ?? 0),
    author_name: comment.author_name,
    author_url: '',
    ...(isFull ? secret : {}),
    ...times('date', comment.created_at),
    content: { rendered: renderedHtml(raw), ...(isFull ? { raw } : {}) },
    link: `${origin}/${post?.slug ?? ''}/#comment-${comment.id}`,
    status: statusOf(comment),
    type: comment.facts?.type ?? 'comment',
    author_avatar_urls: { 96: `${origin}/pictures/${comment.author_id ?? comment.id}` },
    meta: [],
  }
}
