import { limits } from '../../core/limits.ts'
import type { CommentsAbility, PlatformComment, PlatformPost } from './comments.ts'
import type { InboundAbility } from './inbound.ts'
import type { ConnectAbility, GrantedAccount, Platform } from './platform.ts'

const { nameCharsMax, commentCharsMax, postCharsMax, idCharsMax } = limits.platform

/** The same platform with bounded names and texts: its server may send some of megabytes. */
export function withBoundedTexts(platform: Platform): Platform {
  const { connect, comments, inbound } = platform
  return {
    ...platform,
    connect: boundedConnect(connect),
    ...(comments ? { comments: boundedComments(comments) } : {}),
    ...(inbound ? { inbound: boundedInbound(inbound) } : {}),
  }
}

function boundedConnect(connect: ConnectAbility): ConnectAbility {
  return {
    ...connect,
    finish: async (input) => {
      const grant = await connect.finish(input)
      return {
        ...grant,
        accounts: grant.accounts.map(boundedAccount),
        refused: grant.refused.map((account) => ({
          ...account,
          displayName: cutOff(account.displayName, nameCharsMax),
        })),
      }
    },
  }
}

function boundedComments(comments: CommentsAbility): CommentsAbility {
  return {
    ...comments,
    listPosts: async (input) => {
      const page = await comments.listPosts(input)
      return { ...page, items: page.items.map(boundedPost) }
    },
    listComments: async (input) => {
      const page = await comments.listComments(input)
      return { ...page, items: page.items.map(boundedComment) }
    },
  }
}

function boundedInbound(inbound: InboundAbility): InboundAbility {
  return {
    ...inbound,
    readEvents: (request) =>
      inbound
        .readEvents(request)
        ?.map((event) =>
          event.type === 'comment' && event.comment
            ? { ...event, comment: boundedComment(event.comment) }
            : event,
        ) ?? null,
  }
}

function boundedAccount(account: GrantedAccount): GrantedAccount {
  return {
    ...account,
    platformUserIds: account.platformUserIds.filter(({ length }) => length <= idCharsMax),
    username: cutOff(account.username, nameCharsMax),
    displayName: cutOffOrNull(account.displayName, nameCharsMax),
    accountType: cutOffOrNull(account.accountType, nameCharsMax),
  }
}

function boundedPost(post: PlatformPost): PlatformPost {
  return { ...post, text: cutOff(post.text, postCharsMax) }
}

function boundedComment(comment: PlatformComment): PlatformComment {
  return {
    ...comment,
    authorUsername: cutOffOrNull(comment.authorUsername, nameCharsMax),
    authorName: cutOffOrNull(comment.authorName, nameCharsMax),
    text: cutOff(comment.text, commentCharsMax),
  }
}

function cutOffOrNull(text: string | null, charsMax: number): string | null {
  return text === null ? null : cutOff(text, charsMax)
}

/** Between characters, so that the rest is well-formed text. */
function cutOff(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  const end = /[\ud800-\udbff]/.test(text[charsMax - 1]!) ? charsMax - 1 : charsMax
  return text.slice(0, end)
}
