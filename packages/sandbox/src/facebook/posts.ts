import type { Post } from '../core/content.ts'
import type { GraphCall } from '../graph/call.ts'
import { noFieldOf, noSuchObject } from '../graph/errors.ts'
import { type Field, graphTime, type NodeKind } from '../graph/fields.ts'
import { listNodes } from '../graph/nodes.ts'
import { getOwnPost } from '../graph/own.ts'
import { requirePermissions, type Session } from '../graph/session.ts'
import { postMetric } from '../insights/metrics.ts'
import { mediaUrl } from '../media/fetch.ts'
import { hasPermalink, postsOf } from '../publishing/posts.ts'
import { expandComments } from './comment-fields.ts'
import { pageSession, requireTask } from './page-session.ts'
import { permalink } from './permalink.ts'

/** The `parent_id` of a post that is not published yet. */
export const unpublished = 'unpublished'

/** Fields of a post, of a photo and of a video (facebook.md §3, §5). */
export function postKind(call: GraphCall, session: Session | null): NodeKind<Readonly<Post>> {
  const { sandbox } = call
  const account = (post: Readonly<Post>) => sandbox.state.accounts.get(post.account_id)
  const isVideo = (post: Readonly<Post>) => post.media_type === 'video_object'
  return {
    defaults: session ? ['created_time', 'message', 'id'] : ['id'],
    unknown: noFieldOf('Post'),
    fields: {
      id: (post) => post.id,
      message: (post) => post.text || undefined,
      description: (post) => (isVideo(post) ? post.text : undefined),
      title: (post) => post.title || undefined,
      created_time: (post) => graphTime(post.created_at),
      permalink_url: (post) =>
        hasPermalink(sandbox, post)
          ? permalink(sandbox, account(post)?.username ?? '', post.shortcode)
          : undefined,
      from: (post) => ({ id: post.account_id, name: account(post)?.name }),
      is_published: (post) => post.parent_id !== 'staged' && post.parent_id !== unpublished,
      is_hidden: () => false,
      status_type: (post) =>
        post.media_type === 'video'
          ? 'added_video'
          : post.media_ids.length
            ? 'added_photos'
            : 'mobile_status_update',
      full_picture: (post) => mediaUrl(sandbox, post.media_ids[0]),
      post_id: (post) => (post.parent_id?.includes('_') ? post.parent_id : undefined),
      // Set for a photo that no post contains, too.
      page_story_id: (post) =>
        post.media_type === 'photo_object' ? `${post.account_id}_${post.id}` : undefined,
      attachments: (post) => attachments(call, post),
      published: (post) => (isVideo(post) ? post.facts.video_status === 'ready' : undefined),
      status: (post) => (isVideo(post) ? videoStatus(post) : undefined),
      shares: (post) => {
        const count = postMetric(sandbox, post, 'shares')
        return count > 0 ? { count } : undefined
      },
      comments: (post, field) => (session ? expandComments(call, session, post, field) : undefined),
      reactions: (post, field) => reactions(postMetric(sandbox, post, 'likes'), field),
    },
  }
}

/** The photos of a post (facebook.md §3.1). */
function attachments({ sandbox }: GraphCall, post: Readonly<Post>) {
  const photos = sandbox.state.posts
    .by('account', post.account_id)
    .filter((each) => each.media_type === 'photo_object' && each.parent_id === post.id)
    .map(({ id }) => ({ target: { id } }))
  if (photos.length === 0) return undefined
  const [only] = photos
  return { data: [photos.length === 1 ? only : { subattachments: { data: photos } }] }
}

/** The phases of a video (facebook.md §3.3). */
function videoStatus({ facts }: Readonly<Post>) {
  const { video_status } = facts
  const isReady = video_status === 'ready'
  const done = isReady ? 'complete' : 'not_started'
  return {
    video_status,
    uploading_phase: { status: 'complete' },
    processing_phase: {
      status: video_status === 'processing' ? 'in_progress' : isReady ? done : 'error',
    },
    publishing_phase: { status: done, ...(isReady ? { publish_status: 'published' } : {}) },
  }
}

function reactions(count: number, field: Field) {
  const summary = field.args.summary ? { summary: { total_count: count } } : {}
  return { data: [], ...summary }
}

/** `GET /{page}/feed` and `/posts`, newest first, with `since` and `until` (facebook.md §4). */
export function listFeed(call: GraphCall) {
  const session = pageSession(call, call.pathParams.page!)
  requirePermissions(session, 'pages_read_engagement')
  const { since, until } = call.params
  const posts = postsOf(call.sandbox, session.account.id).filter(
    (post) =>
      (!since || post.created_at >= Number(since) * 1000) &&
      (!until || post.created_at < Number(until) * 1000),
  )
  return listNodes(call, postKind(call, session), posts)
}

/** `DELETE /{post}` with its photos and comments (facebook.md §3). */
export function deletePost(call: GraphCall) {
  const session = pageSession(call)
  requirePermissions(session, 'pages_manage_posts')
  requireTask(session, 'CREATE_CONTENT', 'MANAGE')
  const { state } = call.sandbox
  const post = getOwnPost(call, session, call.pathParams.id!)
  // A photo that a post has used (facebook.md §3.1).
  if (post.media_type === 'photo_object' && post.parent_id !== 'staged')
    throw noSuchObject(post.id, call.method)
  for (const child of state.posts.by('account', post.account_id)) {
    if (child.parent_id === post.id) state.posts.remove(child.id)
  }
  for (const comment of state.comments.by('post', post.id)) state.comments.remove(comment.id)
  state.posts.remove(post.id)
  return { success: true }
}
