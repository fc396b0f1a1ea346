import './agenda.css'
import './calendar.css'
import { ActionIcon, Anchor, Badge, Box, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Post } from '@postern/sdk'
import type { Dayjs } from 'dayjs'
import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { dateFormat, formatTimeOf } from '../../parts/dates.ts'
import { profileColor } from '../../parts/profile-color.ts'
import { ProfileLabel } from '../../parts/profile-mark.tsx'
import { clockDay, instantOf } from '../../parts/time-zone.ts'
import { ExpiredLines } from '../../post/expired-accounts.tsx'
import { MediaThumb } from '../../post/media-thumb.tsx'
import { postMessages } from '../../post/messages.ts'
import { PartCount } from '../../post/part-count.tsx'
import { excerptOf, postStatusOf } from '../../post/post-state.ts'
import { PostStatus, TargetNames } from '../../post/post-status.tsx'
import { timeOnDay, useCreateAt, usePostLink } from './calendar-actions.ts'
import { firstFileOf, useCalendarData } from './calendar-data.ts'
import { isoDay, today } from './date-range.ts'
import { calendarMessages } from './messages.ts'
import { Platforms } from './platforms.tsx'
import { SlotLink } from './slot-link.tsx'
import type { FreeSlot } from './use-free-slots.ts'

const thumbPx = 44
const tagsShown = 3

type Props = {
  posts: readonly Post[]
  /** Days to list even without posts, each with a button to create one. */
  days?: readonly Dayjs[]
  /** The free slots of these days. */
  slots?: readonly FreeSlot[]
}

/** The posts by day in chronological order. Among given days it starts at today. */
export function Agenda({ posts, days, slots = [] }: Props) {
  const { i18n } = useTranslation()
  const byDay = Map.groupBy(posts, ({ scheduled_at }) => isoDay(clockDay(scheduled_at!)))
  const slotsByDay = Map.groupBy(slots, ({ at }) => isoDay(clockDay(at)))
  const dayKeys = days?.map(isoDay) ?? [...byDay.keys()]
  const list = useRef<HTMLDivElement>(null)
  const start = days && dayKeys.indexOf(today()) > 0 ? today() : null
  useEffect(() => {
    if (start) list.current?.querySelector(`[data-day="${start}"]`)?.scrollIntoView()
  }, [start])
  const dayFormat = dateFormat(i18n.language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  return (
    <Stack gap={days ? 'sm' : 'lg'} ref={list}>
      {dayKeys.map((day) => {
        const dayPosts = byDay.get(day) ?? []
        const dayLabel = dayFormat.format(instantOf(day))
        return (
          <Stack key={day} gap="xs" component="section" data-day={day}>
            <Group justify="space-between" wrap="nowrap" mih={28}>
              <Title order={2} size="h5" fw={dayPosts.length > 0 ? 650 : 400}>
                {dayLabel}
              </Title>
              {days && <CreateOnDay day={day} label={dayLabel} />}
            </Group>
            {dayPosts.length > 0 && (
              <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
                {dayPosts.map((post) => (
                  <AgendaItem key={post.id} post={post} />
                ))}
              </Stack>
            )}
            {slotsByDay.has(day) && (
              <div className="agenda-slots">
                {slotsByDay.get(day)?.map((slot) => (
                  <SlotLink key={slot.id} slot={slot} />
                ))}
              </div>
            )}
          </Stack>
        )
      })}
    </Stack>
  )
}

function CreateOnDay({ day, label }: { day: string; label: string }) {
  const t = useMessages(calendarMessages)
  const create = useCreateAt()
  const at = timeOnDay(day)
  if (!at) return null
  return (
    <ActionIcon
      variant="subtle"
      aria-label={t('createAt', { at: label })}
      onClick={() => create(at)}
    >
      <Plus size={18} aria-hidden />
    </ActionIcon>
  )
}

function AgendaItem({ post }: { post: Post }) {
  const t = useMessages(postMessages)
  const { i18n } = useTranslation()
  const { profileOf, hasManyProfiles, thumbOf, expiredOf } = useCalendarData()
  const linkOf = usePostLink()
  const profile = profileOf(post)
  const thumb = thumbOf(post)
  const status = postStatusOf(post)
  return (
    <Paper component="li" withBorder p="sm" className="agenda-item" data-status={status}>
      <div className="chip-bar" style={profile && { background: profileColor(profile) }} />
      <Text fw={700} size="sm" className="agenda-time">
        <time dateTime={post.scheduled_at!}>{formatTimeOf(post.scheduled_at!, i18n.language)}</time>
      </Text>
      <div className="agenda-status">
        <PostStatus value={status} />
      </div>
      <Group gap="sm" wrap="nowrap" align="flex-start" className="agenda-words" miw={0}>
        {firstFileOf(post) && (
          <MediaThumb media={thumb} type={thumb?.type ?? 'image'} size={thumbPx} />
        )}
        <Stack gap={6} miw={0}>
          <Anchor
            {...linkOf(post)}
            data-event-id={post.id}
            c="bright"
            size="sm"
            fw={500}
            lineClamp={2}
            dir="auto"
            className="agenda-text untrusted"
          >
            {excerptOf(post) || t('noText')}
          </Anchor>
          <Group gap="4px 12px" align="center">
            {hasManyProfiles && profile && <ProfileLabel profile={profile} maw={220} />}
            <Accounts targets={post.targets} />
            <PartCount post={post} />
            {post.tags.slice(0, tagsShown).map((tag) => (
              <Badge key={tag} size="sm" variant="default" tt="none" maw={140}>
                {tag}
              </Badge>
            ))}
          </Group>
          <ExpiredLines accounts={expiredOf(post)} />
        </Stack>
      </Group>
    </Paper>
  )
}

/** The accounts by name; on phones the platforms of several, so that they stay in one line. */
function Accounts({ targets }: Pick<Post, 'targets'>) {
  if (targets.length < 2) return <TargetNames targets={targets} size="xs" />
  return (
    <>
      <Box visibleFrom="sm" miw={0}>
        <TargetNames targets={targets} size="xs" />
      </Box>
      <Group hiddenFrom="sm" gap={6} className="agenda-platforms">
        <Platforms of={targets.map(({ platform }) => platform)} size={16} />
      </Group>
    </>
  )
}
