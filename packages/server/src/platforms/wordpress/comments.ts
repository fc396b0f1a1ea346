import type { CommentsAbility, PlatformComment } from '../contract/comments.ts'
import { PlatformError } from '../contract/errors.ts'
import type { ServerPlatformSetup } from '../contract/platform.ts'
import type { Tokens } from '../contract/tokens.ts'
import { htmlToText } from '../wire/html-text.ts'
import {
  type Page,
  type SiteApi,
  type SiteComment,
  type SitePost,
  siteApi,
  userIdOf,
} from './api.ts'
import { comparableText, escapeHtml, storedText } from './content.ts'
import { codeOf, isNotFound } from './errors.ts'
import { wordpressReplyText } from './limits.ts'

type Owner = { platformAccountId: string }

/** Comments under the user's posts; a hidden one waits for approval (wordpress.md §4). */
export function wordpressComments(setup: ServerPlatformSetup): CommentsAbility {
  const apiOf = ({ tokens }: { tokens: Tokens }) => siteApi(setup, tokens)
  return {
    replyText: wordpressReplyText,

    listPosts: async (input) => {
      const page = Number(input.cursor ?? 1)
      const { items, hasMore } = await apiOf(input).listPosts(userIdOf(input.account), page)
      return {
        items: items.flatMap((post) =>
          post.date_gmt ? [toPlatformPost(post, post.date_gmt)] : [],
        ),
        next: hasMore ? `${page + 1}` : null,
      }
    },

    listComments: async (input) => {
      const page = Number(input.cursor ?? 1)
      const { items, hasMore } = await listPage(apiOf(input), page, {
        post: input.platformPostId,
      })
      return {
        // Others are mentions by other sites.
        items: items.filter(({ type }) => type === 'comment').map((each) => toComment(each, input)),
        next: hasMore ? `${page + 1}` : null,
      }
    },

    /** The site accepts replies to comments that are gone, so the comment is read first. */
    reply: async (input) => {
      const api = apiOf(input)
      const { platformPostId, platformCommentId } = input.comment
      if (await isGone(api, platformCommentId)) throw new PlatformError('rejected')
      const content = escapeHtml(input.text)
      const body = { post: Number(platformPostId), parent: Number(platformCommentId), content }
      try {
        return toReply(await api.createComment(body))
      } catch (err) {
        if (codeOf(err) !== 'comment_duplicate') throw err
        const earlier = await findReply(api, input)
        if (!earlier) throw err
        return toReply(earlier)
      }
    },

    /** The site fails if the comment is in this state already. */
    hide: async (input) => {
      const api = apiOf(input)
      const { platformCommentId: id } = input.comment
      const status = input.hidden ? 'hold' : 'approved'
      try {
        await api.changeComment(id, status)
      } catch (err) {
        if (codeOf(err) !== 'rest_comment_failed_edit') throw err
        const { status: current } = await api.readComment(id)
        if (isHidden(current) !== input.hidden) throw err
      }
    },

    isDeleted: (input) => isGone(apiOf(input), input.comment.platformCommentId),
  }
}

async function isGone(api: SiteApi, id: string): Promise<boolean> {
  try {
    return (await api.readComment(id)).status === 'trash'
  } catch (err) {
    if (isNotFound(err)) return true
    throw err
  }
}

/** With the texts as stored, which only users who moderate all comments get; others get HTML. */
async function listPage(
  api: SiteApi,
  page: number,
  filter: { post: string; parent?: string; author?: string },
): Promise<Page<SiteComment>> {
  const params = { ...filter, status: 'all' }
  try {
    return await api.listComments(page, { ...params, context: 'edit' })
  } catch (err) {
    if (!(err instanceof PlatformError) || err.kind !== 'permission_missing') throw err
    return await api.listComments(page, params)
  }
}

type Reply = Parameters<NonNullable<CommentsAbility['reply']>>[0]

/** The user's reply with this text, which the site refused to store again. */
async function findReply(
  api: SiteApi,
  { comment, text, account }: Reply,
): Promise<SiteComment | null> {
  const { items } = await listPage(api, 1, {
    post: comment.platformPostId,
    parent: comment.platformCommentId,
    author: userIdOf(account),
  })
  const wanted = comparableText(text)
  return items.find((each) => comparableText(textOf(each)) === wanted) ?? null
}

function toReply({ id, link }: SiteComment) {
  return { platformReplyId: id, permalink: link }
}

function toPlatformPost({ id, link, title, excerpt }: SitePost, publishedAt: Date) {
  const texts = [title.rendered, excerpt.rendered].map(htmlToText)
  const text = texts.filter((each) => each !== '').join('\n\n')
  return { platformPostId: id, text, permalink: link, publishedAt, commentCount: null }
}

function toComment(
  each: SiteComment,
  { platformPostId, account }: { platformPostId: string; account: Owner },
): PlatformComment {
  const isOwn = each.author === userIdOf(account)
  return {
    platformCommentId: each.id,
    parentCommentId: each.parent === '0' ? null : each.parent,
    platformPostId,
    authorUsername: null,
    authorName: each.author_name ? htmlToText(each.author_name) : null,
    text: textOf(each),
    permalink: each.link,
    likeCount: null,
    hidden: isHidden(each.status),
    isOwn,
    canReply: true,
    canHide: !isOwn,
    commentedAt: each.date_gmt,
  }
}

function textOf({ content }: SiteComment): string {
  return content.raw === undefined ? htmlToText(content.rendered) : storedText(content.raw)
}

/** Waiting for approval, or taken for spam. */
function isHidden(status: string): boolean {
  return status !== 'approved'
}
