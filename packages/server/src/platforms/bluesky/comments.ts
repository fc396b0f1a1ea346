import type { CommentsAbility, PlatformComment } from '../contract/comments.ts'
import { PlatformError } from '../contract/errors.ts'
import type { ServerPlatformSetup } from '../contract/platform.ts'
import { type BlueskyApi, blueskyApi } from './api.ts'
import {
  authorFeed,
  type PostView,
  parsePostUri,
  posts,
  readThread,
  thread,
} from './api-comments.ts'
import type { DpopCall } from './dpop.ts'
import { isGone } from './errors.ts'
import { showText } from './facets.ts'
import { findFacets } from './find-facets.ts'
import { blueskyText } from './limits.ts'
import { buildRecord, postCollection } from './record.ts'
import { getRecord, postPermalink, putRecord, recordUri } from './records.ts'
import { setHidden } from './thread-gate.ts'
import { newTid } from './tid.ts'

const postsPerCall = '100'
const levelsMax = '100'

/** Replies of every level under an account's posts (bluesky.md §4). A comment's id is `did/rkey`. */
export function blueskyComments(setup: ServerPlatformSetup & { send: DpopCall }): CommentsAbility {
  return {
    replyText: blueskyText,

    listPosts: async ({ tokens, account, cursor }) => {
      const params = {
        actor: account.platformAccountId,
        filter: 'posts_no_replies',
        limit: postsPerCall,
        ...(cursor === null ? {} : { cursor }),
      }
      const api = blueskyApi(setup, tokens)
      const page = await api.query('app.bsky.feed.getAuthorFeed', params, authorFeed)
      const items = page.feed
        // A reason means a repost or a pinned post.
        .filter(({ post, reason }) => !reason && post.author.did === account.platformAccountId)
        .flatMap(({ post }) => {
          const id = parsePostUri(post.uri)
          if (!id) return []
          return {
            platformPostId: id.rkey,
            text: post.record.text ?? '',
            permalink: postPermalink(id.did, id.rkey),
            publishedAt: publishedAt(post),
            commentCount: post.replyCount ?? null,
          }
        })
      const next = page.feed.length > 0 && page.cursor !== cursor ? page.cursor : null
      return { items, next: next ?? null }
    },

    /** The whole thread in one call, sorted here (bluesky.md §4.1). */
    listComments: async ({ tokens, account, platformPostId }) => {
      const api = blueskyApi(setup, tokens)
      const own = account.platformAccountId
      const uri = postUri(own, platformPostId)
      const { root, replies } = await readReplies(api, own, platformPostId)
      const hidden = new Set(root?.threadgate?.record?.hiddenReplies)
      const items = replies
        .flatMap((post) => toComment(post, { own, platformPostId, uri, hidden }) ?? [])
        .toSorted((left, right) => right.commentedAt.getTime() - left.commentedAt.getTime())
      return { items, next: null }
    },

    /** Reads the references of the thread; the put is the only change (bluesky.md §4.2). */
    reply: async ({ tokens, account, comment, text }) => {
      const api = blueskyApi(setup, tokens)
      const repo = account.platformAccountId
      const parent = await findPost(api, comment.platformCommentId)
      if (!parent) throw new PlatformError('rejected', { platformCode: 'NotFound' })
      const reference = { uri: parent.uri, cid: parent.cid }
      const record = buildRecord({
        text,
        createdAt: setup.now(),
        facets: await findFacets(api, showText(text)),
        uploads: [],
        options: {},
        quoted: null,
        reply: { root: parent.record.reply?.root ?? reference, parent: reference },
      })
      const rkey = newTid(setup.now())
      await putRecord(api, { repo, collection: postCollection, rkey }, record, null)
      return { platformReplyId: `${repo}/${rkey}`, permalink: postPermalink(repo, rkey) }
    },

    hide: async ({ tokens, account, comment, hidden }) => {
      const api = blueskyApi(setup, tokens)
      const post = { did: account.platformAccountId, rkey: comment.platformPostId }
      await setHidden(
        api,
        post,
        { uri: commentUri(comment.platformCommentId), hidden },
        setup.now(),
      )
    },

    isDeleted: async ({ tokens, comment }) =>
      (await findPost(blueskyApi(setup, tokens), comment.platformCommentId)) === null,
  }
}

/**
 * A new post is missing from threads for about a second; its own server knows better
 * (bluesky.md §4.1).
 */
async function readReplies(api: BlueskyApi, did: string, rkey: string) {
  const params = { uri: postUri(did, rkey), depth: levelsMax, parentHeight: '0' }
  try {
    return readThread((await api.query('app.bsky.feed.getPostThread', params, thread)).thread)
  } catch (err) {
    const key = { repo: did, collection: postCollection, rkey }
    if (isGone(err) && (await getRecord(api, key))) return { root: null, replies: [] }
    throw err
  }
}

async function findPost(api: BlueskyApi, commentId: string): Promise<PostView | null> {
  const uris = [commentUri(commentId)]
  return (await api.query('app.bsky.feed.getPosts', { uris }, posts)).posts[0] ?? null
}

function postUri(repo: string, rkey: string): string {
  return recordUri({ repo, collection: postCollection, rkey })
}

function commentUri(commentId: string): string {
  const [did = '', rkey = ''] = commentId.split('/')
  return postUri(did, rkey)
}

function toComment(
  post: PostView,
  thread: { own: string; platformPostId: string; uri: string; hidden: ReadonlySet<string> },
): PlatformComment | null {
  const id = parsePostUri(post.uri)
  if (!id) return null
  const parentUri = post.record.reply?.parent.uri
  const parent = parentUri && parentUri !== thread.uri ? parsePostUri(parentUri) : null
  const isOwn = post.author.did === thread.own
  return {
    platformCommentId: `${id.did}/${id.rkey}`,
    parentCommentId: parent && `${parent.did}/${parent.rkey}`,
    platformPostId: thread.platformPostId,
    authorUsername: post.author.handle || null,
    authorName: post.author.displayName || null,
    text: post.record.text ?? '',
    permalink: postPermalink(id.did, id.rkey),
    likeCount: post.likeCount ?? null,
    hidden: thread.hidden.has(post.uri),
    isOwn,
    canReply: post.viewer?.replyDisabled !== true,
    canHide: !isOwn,
    commentedAt: publishedAt(post),
  }
}

/**
 * The earlier of the author's own date and the moment when the network saw it (bluesky.md §4.1).
 */
function publishedAt({ record, indexedAt }: PostView): Date {
  const times = [record.createdAt, indexedAt]
    .map((text) => Date.parse(text ?? ''))
    .filter((time) => !Number.isNaN(time))
  return new Date(times.length > 0 ? Math.min(...times) : 0)
}
