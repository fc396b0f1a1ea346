import './calendar.css'
import { Badge, VisuallyHidden } from '@mantine/core'
import type { AccountListItem, Post } from '@postern/sdk'
import type { LucideIcon } from 'lucide-react'
import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CircleX,
  Clock,
  PenLine,
  RotateCw,
  Send,
  Trash2,
  TriangleAlert,
  UserCheck,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { formatTimeOf } from '../../parts/dates.ts'
import { profileColor } from '../../parts/profile-color.ts'
import { accountHandle } from '../../parts/visible-name.ts'
import { MediaThumb } from '../../post/media-thumb.tsx'
import { postMessages } from '../../post/messages.ts'
import { PartCount } from '../../post/part-count.tsx'
import { excerptOf, postStatusOf, type ShownPostStatus } from '../../post/post-state.ts'
import { firstFileOf, useCalendarData } from './calendar-data.ts'
import { Platforms } from './platforms.tsx'

const icons: Record<ShownPostStatus, LucideIcon> = {
  draft: PenLine,
  awaiting_approval: UserCheck,
  scheduled: Clock,
  publishing: Send,
  published: CircleCheck,
  partially_published: CircleAlert,
  failed: CircleX,
  retrying: RotateCw,
  unknown: CircleHelp,
  canceled: Ban,
  deleted: Trash2,
}

const thumbPx = 15

/**
 * A post in the month and week: the client's color and name, status, time, text, first image.
 * `calendar.css` hides what a narrow chip has no room for.
 */
export function Chip({ post }: { post: Post }) {
  const t = useMessages(postMessages)
  const { i18n } = useTranslation()
  const { profileOf, hasManyProfiles, thumbOf, expiredOf } = useCalendarData()
  const profile = profileOf(post)
  const status = postStatusOf(post)
  const Icon = icons[status]
  const thumb = thumbOf(post)
  return (
    <div className="chip" data-status={status}>
      <div className="chip-bar" style={profile && { background: profileColor(profile) }} />
      <div className="chip-lines">
        <div className="chip-head">
          <Icon size={12} aria-hidden className="chip-status" />
          <VisuallyHidden>{t(status)}, </VisuallyHidden>
          <time className="chip-time" dateTime={post.scheduled_at!}>
            {formatTimeOf(post.scheduled_at!, i18n.language)}
          </time>
          <ExpiredMark accounts={expiredOf(post)} />
          {hasManyProfiles && profile && (
            <span className="chip-client" dir="auto">
              {profile.name}
            </span>
          )}
          <span className="chip-extra">
            <PartCount post={post} size="xs" />
            {post.tags[0] && (
              <Badge size="xs" variant="default" tt="none" maw={90}>
                {post.tags[0]}
              </Badge>
            )}
            <Platforms of={[...new Set(post.targets.map(({ platform }) => platform))]} size={13} />
          </span>
        </div>
        <div className="chip-content">
          {firstFileOf(post) && (
            <MediaThumb media={thumb} type={thumb?.type ?? 'image'} size={thumbPx} />
          )}
          <span className="chip-text" dir="auto">
            {excerptOf(post) || t('noText')}
          </span>
        </div>
      </div>
    </div>
  )
}

/** Warns that the post will not be published on an account that has to be reconnected. */
function ExpiredMark({ accounts }: { accounts: readonly AccountListItem[] }) {
  const t = useMessages(postMessages)
  if (accounts.length === 0) return null
  return (
    <span className="chip-warning">
      <TriangleAlert size={13} aria-hidden />
      <VisuallyHidden>
        {accounts
          .map((account) => t('accessExpired', { account: accountHandle(account) }))
          .join(', ')}
      </VisuallyHidden>
    </span>
  )
}
