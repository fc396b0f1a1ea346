import type { AccountListItem, Comment, Post, Session, WebhookEndpoint } from '@postern/sdk'
import {
  type LucideIcon,
  Mail,
  MessageSquare,
  Send,
  Share2,
  UserCheck,
  Webhook,
} from 'lucide-react'
import type { Translate } from '../../messages/messages.ts'
import { platformName } from '../../parts/platform-mark.tsx'
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
  /** The account that the button reconnects, instead of a link. */
  account?: AccountListItem
}

const accountsShown = 3

type Words = Translate<Record<NonNullable<(typeof overviewMessages)['keys']>, string>>

/** One item for each of the first expired accounts, and one for the others. */
export function expiredAccounts(
  t: Words,
  accounts: readonly AccountListItem[],
  profileNameOf: (id: string) => string,
): Item[] {
  const items = accounts.slice(0, accountsShown).map((account) => ({
    icon: Share2,
    text: t('expiredOne', { name: accountHandle(account) }),
    about: `${platformName(account.platform)} · ${profileNameOf(account.profile_id)}`,
    action: t('reconnect'),
    to: `/accounts/${account.id}`,
    account,
  }))
  const others = accounts.length - items.length
  if (others <= 0) return items
  const more = {
    icon: Share2,
    text: t('expiredMore', { count: others }),
    action: t('view'),
    to: '/accounts',
    search: { status: 'expired' },
  }
  return [...items, more]
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

/** Posts that clients want changed, and those that wait for them: apart if their time has passed. */
export function unapprovedPosts(t: Words, posts: readonly Post[], now: string): Item[] {
  const refused = posts.filter(({ approval }) => approval?.status === 'changes_requested')
  const waiting = posts.filter(({ approval }) => approval?.status === 'awaiting')
  const isLate = ({ status, scheduled_at }: Post) =>
    status === 'awaiting_approval' && scheduled_at !== null && scheduled_at <= now
  const kinds = [
    ['refused', refused, 'changes_requested'],
    ['late', waiting.filter(isLate), 'awaiting'],
    ['unapproved', waiting.filter((post) => !isLate(post)), 'awaiting'],
  ] as const
  return kinds.flatMap(([messageKey, list, approval]) => {
    const [post] = list
    if (!post) return []
    return [
      {
        icon: UserCheck,
        text: t(messageKey, { count: list.length }),
        about: (messageKey === 'refused' && post.approval?.comment) || post.text.slice(0, 200),
        action: t('view'),
        ...(list.length === 1
          ? { to: `/posts/${post.id}` }
          : { to: '/posts', search: { approval } }),
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

export function openComments(
  t: Words,
  newest: Comment | undefined,
  count: number | undefined,
): Item[] {
  if (!newest || !count) return []
  const isMore = count >= LIMITS.statistics.unansweredMax
  return [
    {
      icon: MessageSquare,
      text: t(isMore ? 'commentsMore' : 'comments', { count }),
      about: `${visibleName(newest.author_username, '?')}: ${newest.text.slice(0, 200)}`,
      action: t('reply'),
      to: '/inbox',
      search: { comment: newest.id },
    },
  ]
}

/** Without an email address nobody is alerted when an endpoint fails. */
export function missingEmail(t: Words, warnings: Session['warnings']): Item[] {
  if (!warnings.some(({ code }) => code === 'owner_email_missing')) return []
  const text = t('owner_email_missing')
  return [{ icon: Mail, text, action: t('toSettings'), to: '/settings' }]
}
