import { limits } from '../../core/limits.ts'
import type { NoticeCause } from '../../schemas/notices.ts'
import type { NoticeItem, NoticeSection } from './causes.ts'

const { countedMax, textCharsMax } = limits.notices

/** The email about all sections, in plain text. `dashboardUrl` has no slash at its end. */
export function writeEmail(
  sections: readonly NoticeSection[],
  dashboardUrl: string,
): { subject: string; text: string } {
  const total = sections.reduce((sum, { count }) => sum + count, 0)
  const [first] = sections
  const subject = sections.length === 1 ? titleOf(first!) : `${total} notices`
  const parts = sections.map((section) => writeSection(section, dashboardUrl))
  const ending = `Change what you are told: ${dashboardUrl}/settings`
  return { subject: `Postern: ${subject}`, text: `${[...parts, ending].join('\n\n')}\n` }
}

function writeSection(section: NoticeSection, dashboardUrl: string): string {
  const rest = section.count - section.items.length
  return [
    titleOf(section),
    ...section.items.map((item) => writeItem(section.cause, item, dashboardUrl)),
    ...(rest > 0 ? [`and ${rest} more: ${dashboardUrl}${texts[section.cause].list}`] : []),
  ].join('\n')
}

function writeItem(cause: NoticeCause, item: NoticeItem, dashboardUrl: string): string {
  const { page, words } = texts[cause]
  const about = [item.profile, item.name].filter(Boolean).map((name) => plainText(name!))
  const what = words?.[item.what]
  const line = [what, ...about].filter(Boolean).join(' · ')
  const quote = item.quote?.trim() ? [`  “${plainText(item.quote)}”`] : []
  return [`- ${line || item.resource_id}`, ...quote, `  ${dashboardUrl}${page(item)}`].join('\n')
}

function titleOf({ cause, count }: NoticeSection): string {
  if (count === 1) return texts[cause].one
  return texts[cause].many(count < countedMax ? String(count) : `${countedMax} or more`)
}

type Texts = {
  one: string
  many: (count: string) => string
  /** What happened, by the type of the event. */
  words?: Record<string, string>
  page: (item: NoticeItem) => string
  list: string
}

const postPage = (item: NoticeItem) => `/posts/${item.resource_id}`

const texts: Record<NoticeCause, Texts> = {
  account_access: {
    one: 'An account must be reconnected',
    many: (count) => `${count} accounts must be reconnected`,
    words: { 'account.expiring': 'Access ends within 7 days', 'account.expired': 'Access ended' },
    page: (item) => `/accounts/${item.resource_id}`,
    list: '/accounts',
  },
  post_failed: {
    one: 'A post failed',
    many: (count) => `${count} posts failed`,
    page: postPage,
    list: '/posts',
  },
  endpoint_inactive: {
    one: 'A webhook endpoint became inactive',
    many: (count) => `${count} webhook endpoints became inactive`,
    page: (item) => `/webhooks/${item.resource_id}`,
    list: '/webhooks',
  },
  approval_decided: {
    one: 'A client decided on a post',
    many: (count) => `Clients made ${count} decisions on posts`,
    words: { 'post.approved': 'Approved', 'post.changes_requested': 'Changes requested' },
    page: postPage,
    list: '/posts',
  },
  post_waiting: {
    one: 'A post waits for approval',
    many: (count) => `${count} posts wait for approval`,
    page: postPage,
    list: '/posts',
  },
  comment_unanswered: {
    one: 'A comment is not answered',
    many: (count) => `${count} comments are not answered`,
    page: (item) => `/inbox?status=all&comment=${item.resource_id}`,
    list: '/inbox',
  },
}

/**
 * A text of somebody else as one short line that no mail program turns into a link: without control and
 * direction characters, and with a zero-width space in what looks like an address.
 */
export function plainText(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cf}]/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const letters = [...line]
  const isLong = letters.length > textCharsMax
  const clipped = isLong ? `${letters.slice(0, textCharsMax - 1).join('')}…` : line
  return clipped.replace(/(?<=\S)([.@:/])(?=\S)/gu, '$1\u200b')
}
