import type { CommentsAbility, PlatformComment } from '../contract/comments.ts'
import { PlatformError } from '../contract/errors.ts'
import type { ServerPlatformSetup } from '../contract/platform.ts'
import type { Tokens } from '../contract/tokens.ts'
import { htmlToText } from '../wire/html-text.ts'
import { accountApi, accountIdOf, type MastodonStatus } from './api.ts'
import { mastodonText } from './limits.ts'
import { isGone } from './publish.ts'
import { withoutLeadingMentions } from './text.ts'

type Owner = { platformAccountId: string; username: string }

/** Replies of every level under an account's posts. Nothing hides them (mastodon.md §4). */
export function mastodonComments(setup: ServerPlatformSetup): CommentsAbility {
  const apiOf = ({ tokens }: { tokens: Tokens }) => accountApi(setup, tokens)
  return {
    replyText: mastodonText,

    completeReply: ({ text, authorUsername, account }) =>
      authorUsername === null ? text : withMention(text, acctOf(authorUsername, account)),

    /** Some programs ignore the filters, so the same ones apply here. */
    listPosts: async (input) => {
      const params = { exclude_replies: 'true', ...(input.cursor ? { max_id: input.cursor } : {}) }
      const statuses = await apiOf(input).listStatuses(accountIdOf(input.account), params)
      const items = statuses
        .filter((status) => !status.in_reply_to_id && !status.reblog && !isDirect(status))
        .map((status) => ({
          platformPostId: status.id,
          text: htmlToText(status.content ?? ''),
          permalink: status.url || status.uri || null,
          publishedAt: status.created_at,
          commentCount: status.replies_count ?? null,
        }))
      const last = statuses.at(-1)?.id
      return { items, next: last && last !== input.cursor ? last : null }
    },

    /** Direct messages are not comments (mastodon.md §4.1). */
    listComments: async (input) => {
      const replies = await apiOf(input).listReplies(input.platformPostId)
      const items = replies
        .filter((reply) => !isDirect(reply))
        .map((reply) => toComment(reply, input.platformPostId, input.account))
        .toSorted((left, right) => right.commentedAt.getTime() - left.commentedAt.getTime())
      return { items, next: null }
    },

    /** Begins with the author's name, as they are not notified otherwise (mastodon.md §4.3). */
    reply: async (input) => {
      const api = apiOf(input)
      const comment = await api.readStatus(input.comment.platformCommentId)
      if (isDirect(comment)) {
        throw new PlatformError('rejected', {
          platformMessage: 'Direct messages cannot be answered.',
        })
      }
      const status = withMention(input.text, comment.account.acct)
      const body = { status, in_reply_to_id: comment.id, visibility: replyVisibility(comment) }
      const reply = await api.publish(body, null)
      return { platformReplyId: reply.id, permalink: reply.url || reply.uri || null }
    },

    isDeleted: (input) => isGone(apiOf(input), input.comment.platformCommentId),
  }
}

function isDirect({ visibility }: MastodonStatus): boolean {
  return visibility === 'direct'
}

/** As visible as the comment. Visibilities of other programs may be narrower than public. */
function replyVisibility({ visibility }: MastodonStatus): string {
  return visibility === 'public' || visibility === 'unlisted' ? visibility : 'private'
}

function toComment(reply: MastodonStatus, post: string, owner: Owner): PlatformComment {
  const { account } = reply
  const parent = reply.in_reply_to_id ?? post
  const isOwn = account.id === accountIdOf(owner)
  return {
    platformCommentId: reply.id,
    parentCommentId: parent === post ? null : parent,
    platformPostId: post,
    authorUsername: usernameOf(account.acct, owner),
    authorName: account.display_name || null,
    text: withoutLeadingMentions(htmlToText(reply.content ?? '')),
    permalink: reply.url || reply.uri || null,
    likeCount: reply.favourites_count ?? null,
    hidden: false,
    isOwn,
    canReply: true,
    canHide: false,
    commentedAt: reply.created_at,
  }
}

/** People of the account's own server have no host in `acct`. */
function usernameOf(acct: string, owner: Owner): string {
  return acct.includes('@') ? acct : `${acct}@${hostOf(owner)}`
}

function acctOf(username: string, owner: Pick<Owner, 'username'>): string {
  const host = `@${hostOf(owner)}`
  return username.endsWith(host) ? username.slice(0, -host.length) : username
}

function hostOf({ username }: Pick<Owner, 'username'>): string {
  return username.split('@').at(-1)!
}

function withMention(text: string, acct: string): string {
  const mention = `@${acct} `
  return text.startsWith(mention) ? text : mention + text
}
