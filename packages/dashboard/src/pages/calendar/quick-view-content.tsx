import { Badge, Button, CloseButton, Group, Stack, Text } from '@mantine/core'
import type { Post } from '@postern/sdk'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { formatInstantOf } from '../../parts/dates.ts'
import { ProfileLabel } from '../../parts/profile-mark.tsx'
import { useMay } from '../../session/use-session.ts'
import { ExpiredAlert } from '../posts/detail/expired-alert.tsx'
import { TargetError } from '../posts/detail/target-error.tsx'
import { MediaThumb } from '../posts/parts/media-thumb.tsx'
import { postMessages } from '../posts/parts/messages.ts'
import {
  excerptOf,
  isReschedulable,
  isSchedulable,
  postStatusOf,
} from '../posts/parts/post-state.ts'
import { PostStatus, TargetNames } from '../posts/parts/post-status.tsx'
import { useMediaByIds } from '../posts/parts/use-media-by-ids.ts'
import { mediaIdsOf } from '../posts/parts/use-post.ts'
import { useCalendarData } from './calendar-data.ts'
import { QuickViewActions } from './quick-view-actions.tsx'

const thumbPx = 76
const filesShownMax = 4

type Props = { post: Post; onReschedule: () => void; onClose: () => void }

/** A post with its client, time, accounts, errors, text and files, and what can be done with it. */
export function QuickViewContent({ post, onReschedule, onClose }: Props) {
  const t = useMessages(postMessages)
  const { i18n } = useTranslation()
  const { profileOf, expiredOf } = useCalendarData()
  const profile = profileOf(post)
  const canReschedule = useMay('posts:write')
  const isDraft = post.status === 'draft'
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Group gap="xs" miw={0} wrap="nowrap">
          <PostStatus value={postStatusOf(post)} />
          {profile && <ProfileLabel profile={profile} size="sm" />}
        </Group>
        <CloseButton onClick={onClose} />
      </Group>
      <Group justify="space-between" gap="xs" mih={30}>
        <Text size="sm" fw={600}>
          {post.scheduled_at ? formatInstantOf(post.scheduled_at, i18n.language) : t('noTime')}
        </Text>
        {canReschedule && (isDraft ? isSchedulable : isReschedulable)(post) && (
          <Button
            size="compact-sm"
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
      <TargetNames targets={post.targets} />
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

/** The first failure, with its cure. The post's page has those of the other accounts. */
function FirstError({ post, onClose }: Pick<Props, 'post' | 'onClose'>) {
  const target = post.targets.find(({ status }) => status === 'failed')
  return target ? <TargetError post={post} target={target} onReconnect={onClose} /> : null
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
        return (
          <MediaThumb key={id} media={file} type={file?.type ?? 'image'} size={thumbPx} alt={alt} />
        )
      })}
    </Group>
  )
}
