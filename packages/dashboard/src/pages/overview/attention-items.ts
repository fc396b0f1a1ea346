import type { Account, Comment, Post, WebhookEndpoint } from '@postern/sdk'
import { type LucideIcon, MessageSquare, Send, Share2, Webhook } from 'lucide-react'
import type { Translate } from '../../messages/messages.ts'
import { accountHandle, visibleName } from '../../parts/visible-name.ts'
import type { overviewMessages } from './messages.ts'

/** One kind of problem to fix, with a link to where it is fixed. */
export type Item = {
  icon: LucideIcon
  text: string
  /** The accounts, post, endpoint or comment concerned. */
  about?: string | undefined
  action: string
  to: string
  search?: Record<string, string>
}

type Words = Translate<Record<NonNullable<(typeof overviewMessages)['keys']>, string>>

export function expiredAccounts(t: Words, accounts: readonly Account[]): Item[] {
  const [account] = accounts
  if (!account) return []
  return [
    {
      icon: Share2,
      text: t('expired', { count: accounts.length }),
      about: accounts.map((each) => accountHandle(each)).join(', '),
      action: t('reconnect'),
      ...(accounts.length === 1
        ? { to: `/accounts/${account.id}` }
        : { to: '/accounts', search: { status: 'expired' } }),
    },
  ]
}

/** Posts that failed, and posts with a target whose outcome is unknown. */
export function failedPosts(t: Words, posts: readonly Post[]): Item[] {
  const unknown = posts.filter(({ targets }) => targets.some(({ status }) => status === 'unknown'))
  const failed = posts.filter(({ status }) => status !== 'publishing')
  const kinds = [
    ['unknown', unknown, 'publishing'],
    ['failed', failed, 'failed,partially_published'],
  ] as const
  return kinds.flatMap(([messageKey, list, status]) => {
    const [post] = list
    if (!post) return []
    return [
      {
        icon: Send,
        text: t(messageKey, { count: list.length }),
        about: post.text.slice(0, 200),
        action: t('view'),
        ...(list.length === 1 ? { to: `/posts/${post.id}` } : { to: '/posts', search: { status } }),
      },
    ]
  })
}

/** Endpoints disabled after failures, and active ones that are failing. */
export function failingWebhooks(t: Words, webhooks: readonly WebhookEndpoint[]): Item[] {
  const disabled = webhooks.filter((each) => each.inactive_reason === 'failures')
  const failing = webhooks.filter((each) => each.active && each.consecutive_failures > 0)
  const kinds = [
    ['disabled', disabled],
    ['failing', failing],
  ] as const
  return kinds.flatMap(([messageKey, list]) => {
    const [endpoint] = list
    if (!endpoint) return []
    return [
      {
        icon: Webhook,
        text: t(messageKey, { count: list.length }),
        about: endpoint.url,
        action: t('view'),
        to: list.length === 1 ? `/webhooks/${endpoint.id}` : '/webhooks',
      },
    ]
  })
}

export function openComments(t: Words, comments: readonly Comment[], hasMore: boolean): Item[] {
  const [comment] = comments
  if (!comment) return []
  return [
    {
      icon: MessageSquare,
      text: t(hasMore ? 'commentsMore' : 'comments', { count: comments.length }),
      about: `${visibleName(comment.author_username, '?')}: ${comment.text.slice(0, 200)}`,
      action: t('reply'),
      to: '/inbox',
      search: { reply_status: 'unreplied' },
    },
  ]
}
