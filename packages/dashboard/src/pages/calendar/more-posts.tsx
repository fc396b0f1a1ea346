import './week.css'
import { Box, CloseButton, Group, Popover, Stack, Title, UnstyledButton } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import type { Post } from '@postern/sdk'
import { TriangleAlert } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { dateFormat } from '../../parts/dates.ts'
import { postMessages } from '../posts/parts/messages.ts'
import { usePostLink } from './calendar-actions.ts'
import { useCalendarData } from './calendar-data.ts'
import { Chip } from './chip.tsx'
import { calendarMessages } from './messages.ts'

const widthPx = 340
const failedStatuses: ReadonlySet<Post['status']> = new Set(['failed', 'partially_published'])

type Props = { posts: readonly Post[]; start: Date; end: Date; style: CSSProperties }

/** The posts of a half hour that have no room in the week: a button, and a list next to it. */
export function MorePosts({ posts, start, end, style }: Props) {
  const t = useMessages(calendarMessages)
  const tp = useMessages(postMessages)
  const { i18n } = useTranslation()
  const linkOf = usePostLink()
  const { isQuickViewOpen } = useCalendarData()
  const [isOpen, { toggle, close }] = useDisclosure()
  const titleId = useId()
  const hasFailed = posts.some(({ status }) => failedStatuses.has(status))
  const format = dateFormat(i18n.language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  })
  return (
    <Popover
      opened={isOpen}
      onChange={(next) => !next && close()}
      position="right"
      width={widthPx}
      shadow="lg"
      trapFocus
      returnFocus
      withRoles={false}
      // The list stays open while the quick view of one of its posts is open.
      closeOnClickOutside={!isQuickViewOpen}
    >
      <Popover.Target>
        <UnstyledButton
          className="calendar-more"
          style={style}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {`+ ${t('more', { count: posts.length })}`}
          {hasFailed && <TriangleAlert size={14} role="img" aria-label={tp('failed')} />}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-labelledby={titleId}>
        <Group justify="space-between" wrap="nowrap" gap="xs" mb="xs">
          <Title order={2} size="h6" id={titleId}>
            {format.formatRange(start, end)}
          </Title>
          <CloseButton onClick={close} />
        </Group>
        <Stack gap={4} className="calendar-more-list">
          {posts.map((post) => (
            <Box
              component="a"
              key={post.id}
              {...linkOf(post)}
              data-event-id={post.id}
              className="calendar-event"
            >
              <div>
                <Chip post={post} />
              </div>
            </Box>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
