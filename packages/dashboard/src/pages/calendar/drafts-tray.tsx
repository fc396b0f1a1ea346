import './drafts-tray.css'
import {
  ActionIcon,
  Box,
  Button,
  CloseButton,
  Group,
  Paper,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import type { Post } from '@postern/sdk'
import { CalendarClock } from 'lucide-react'
import type { DragEvent } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { LoadingLines } from '../../parts/list-states.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { profileColor } from '../../parts/profile-color.ts'
import { ProfileLabel } from '../../parts/profile-mark.tsx'
import { MediaThumb } from '../../post/media-thumb.tsx'
import { postMessages } from '../../post/messages.ts'
import { excerptOf } from '../../post/post-state.ts'
import { usePostLink } from './calendar-actions.ts'
import {
  CalendarDataProvider,
  firstFileOf,
  useCalendarData,
  usePostDisplay,
} from './calendar-data.ts'
import { draftDragType } from './draft-drop.ts'
import { calendarMessages } from './messages.ts'
import { useDrafts } from './use-drafts.ts'

type Props = { onSchedule: (post: Post) => void; onClose: () => void }

/** Drafts without a time: drag one onto the calendar, or press its button to choose a time. */
export function DraftsTray({ onSchedule, onClose }: Props) {
  const t = useMessages(calendarMessages)
  const common = useMessages(commonMessages)
  const { items, hasMore, query } = useDrafts(true)
  const data = { ...useCalendarData(), ...usePostDisplay(items) }
  return (
    <CalendarDataProvider value={data}>
      <Paper withBorder component="aside" aria-label={t('drafts')} className="drafts-tray">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h5">
            {t('drafts')}
          </Title>
          <CloseButton onClick={onClose} />
        </Group>
        <Text size="xs" c="dimmed" mb="xs">
          {t('draftsHint')}
        </Text>
        {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
        {query.isPending && <LoadingLines rows={3} height={64} />}
        {query.isSuccess && items.length === 0 && (
          <Text size="sm" c="dimmed" py="md" ta="center">
            {t('noDrafts')}
          </Text>
        )}
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
          {items.map((post) => (
            <Draft key={post.id} post={post} onSchedule={() => onSchedule(post)} />
          ))}
        </Stack>
        {hasMore && (
          <Button
            mt="xs"
            size="xs"
            variant="default"
            fullWidth
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {common('more')}
          </Button>
        )}
      </Paper>
    </CalendarDataProvider>
  )
}

function Draft({ post, onSchedule }: { post: Post; onSchedule: () => void }) {
  const t = useMessages(postMessages)
  const { profileOf, hasManyProfiles, thumbOf } = useCalendarData()
  const link = usePostLink()(post)
  const profile = profileOf(post)
  const thumb = thumbOf(post)
  const text = excerptOf(post) || t('noText')
  const startDrag = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'copyMove'
    event.dataTransfer.setData(draftDragType, post.id)
  }
  return (
    <Box component="li" className="drafts-item" draggable onDragStart={startDrag}>
      <div className="chip-bar" style={profile && { background: profileColor(profile) }} />
      {firstFileOf(post) && <MediaThumb media={thumb} type={thumb?.type ?? 'image'} size={36} />}
      <Stack gap={2} miw={0} flex={1}>
        <a {...link} className="drafts-link" dir="auto" data-event-id={post.id} draggable={false}>
          {text}
        </a>
        {hasManyProfiles && profile && <ProfileLabel profile={profile} />}
      </Stack>
      <ActionIcon
        variant="subtle"
        aria-label={`${t('schedule')}: ${text.slice(0, 60)}`}
        title={t('schedule')}
        onClick={onSchedule}
      >
        <CalendarClock size={16} aria-hidden />
      </ActionIcon>
    </Box>
  )
}
