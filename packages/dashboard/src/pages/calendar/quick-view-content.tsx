import { Badge, Button, CloseButton, Group, Stack, Text } from '@mantine/core'
import type { Post, Target } from '@postern/sdk'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { formatInstantOf } from '../../parts/dates.ts'
import { platformName } from '../../parts/platform-mark.tsx'
import { ProfileLabel } from '../../parts/profile-mark.tsx'
import { ExpiredAlert } from '../../post/expired-alert.tsx'
import { MediaThumb } from '../../post/media-thumb.tsx'
import { postMessages } from '../../post/messages.ts'
import { OpenLink } from '../../post/open-link.tsx'
import { PartCount } from '../../post/part-count.tsx'
import {
  excerptOf,
  isLive,
  isReschedulable,
  isSchedulable,
  postStatusOf,
  timeOf,
} from '../../post/post-state.ts'
import { PostStatus, TargetNames } from '../../post/post-status.tsx'
import { failedFirst } from '../../post/target-error/failed-first.ts'
import { TargetError } from '../../post/target-error/target-error.tsx'
import { useMediaByIds } from '../../post/use-media-by-ids.ts'
import { mediaIdsOf } from '../../post/use-post.ts'
import { useTargetAccount } from '../../post/use-target-account.ts'
import { useMay } from '../../session/use-session.ts'
import { useCalendarData } from './calendar-data.ts'
import { QuickViewActions } from './quick-view-actions.tsx'

const thumbPx = 76
/** The file of a post with one. */
const singlePx = 160
const filesShownMax = 4
/** Accounts named and linked; the post's page has all. */
const accountsMax = 6

type Props = { post: Post; onReschedule: () => void; onClose: () => void }

/** A post with its client, time, accounts, errors, text and files, and what can be done with it. */
export function QuickViewContent({ post, onReschedule, onClose }: Props) {
  const t = useMessages(postMessages)
  const { i18n } = useTranslation()
  const { profileOf, expiredOf } = useCalendarData()
  const profile = profileOf(post)
  const canReschedule = useMay('posts:write')
  const at = timeOf(post)
  const isDraft = post.status === 'draft'
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Group gap="xs" miw={0} wrap="nowrap">
          <PostStatus value={postStatusOf(post)} />
          <PartCount post={post} />
          {profile && <ProfileLabel profile={profile} size="sm" />}
        </Group>
        <CloseButton onClick={onClose} />
      </Group>
      <Group justify="space-between" gap="xs" mih={30}>
        <Text size="sm" fw={600}>
          {at ? formatInstantOf(at, i18n.language) : t('noTime')}
        </Text>
        {canReschedule && (isDraft ? isSchedulable : isReschedulable)(post) && (
          <Button
            size="xs"
            variant="default"
            leftSection={<CalendarClock size={14} aria-hidden />}
            onClick={onReschedule}
          >
            {t(isDraft ? 'schedule' : 'reschedule')}
          </Button>
        )}
      </Group>
      {expiredOf(post).map((account) => (
        <ExpiredAlert key={account.id} account={account} onReconnect={onClose} />
      ))}
      <FirstError post={post} onClose={onClose} />
      <Text size="sm" className="untrusted" dir="auto" lineClamp={5}>
        {excerptOf(post) || t('noText')}
      </Text>
      <Files post={post} />
      <TargetNames targets={post.targets} max={accountsMax} />
      <OpenLinks post={post} />
      {post.tags.length > 0 && (
        <Group gap={4}>
          {post.tags.map((tag) => (
            <Badge key={tag} size="sm" variant="default" tt="none" maw={160}>
              {tag}
            </Badge>
          ))}
        </Group>
      )}
      <QuickViewActions post={post} onClose={onClose} />
    </Stack>
  )
}

/** The first failure or unknown result, with its cure. The post's page has those of the other accounts. */
function FirstError({ post, onClose }: Pick<Props, 'post' | 'onClose'>) {
  const [target] = failedFirst(post.targets)
  const isNamed = post.targets.length > 1
  return target ? <TargetError {...{ post, target, isNamed }} onReconnect={onClose} /> : null
}

/** Links to the post on its platforms. The post's page has those beyond the accounts named here. */
function OpenLinks({ post }: Pick<Props, 'post'>) {
  const accountOf = useTargetAccount()
  const live = post.targets
    .slice(0, accountsMax)
    .filter(({ permalink }) => permalink)
    .filter(isLive)
  if (live.length === 0) return null
  const labelOf = (target: Target) => {
    const isOnly = live.filter(({ platform }) => platform === target.platform).length === 1
    return isOnly ? platformName(target.platform) : accountOf(target).username
  }
  return (
    <Group gap="xs">
      {live.map((target) => (
        <OpenLink
          key={target.id}
          target={target}
          {...(live.length > 1 && { label: labelOf(target) })}
        />
      ))}
    </Group>
  )
}

function Files({ post }: { post: Post }) {
  const ids = mediaIdsOf(post).slice(0, filesShownMax)
  const { data: media = [] } = useMediaByIds(ids)
  if (ids.length === 0) return null
  return (
    <Group gap="xs">
      {ids.map((id) => {
        const file = media.find((each) => each.id === id)
        const alt = file?.alt_text ?? ''
        const type = file?.type ?? 'image'
        const size = ids.length === 1 ? singlePx : thumbPx
        return <MediaThumb key={id} media={file} type={type} size={size} alt={alt} />
      })}
    </Group>
  )
}
