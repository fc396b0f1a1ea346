import './week.css'
import { Box, CloseButton, Group, Popover, Stack, Title, UnstyledButton } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import type { Post } from '@postern/sdk'
import { TriangleAlert } from 'lucide-react'
import { type CSSProperties, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { dateFormat } from '../../parts/dates.ts'
import { postMessages } from '../../post/messages.ts'
import { hasFailed } from '../../post/post-state.ts'
import { usePostLink } from './calendar-actions.ts'
import { useCalendarData } from './calendar-data.ts'
import { Chip } from './chip.tsx'
import { calendarMessages } from './messages.ts'

const widthPx = 340
/** The WCAG 2.2 minimum target size. */
const targetPx = 24
/** Height of the button in a month, with the space above it. */
export const moreRowPx = targetPx + 1

type Props = {
  /** All posts of the time, of which the first `shown` are next to the button. */
  all: readonly Post[]
  shown: number
  start: Date
  /** Without an end: the day. */
  end: Date | undefined
  style: CSSProperties
}

/** Counts the posts of a time that have no room, and lists all of that time. */
export function MorePosts({ all, shown, start, end, style }: Props) {
  const t = useMessages(calendarMessages)
  const tp = useMessages(postMessages)
  const { i18n } = useTranslation()
  const linkOf = usePostLink()
  const { isQuickViewOpen } = useCalendarData()
  const [isOpen, { toggle, close }] = useDisclosure()
  const titleId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const hidden = all.slice(shown)
  const name = `+ ${t('more', { count: hidden.length })}`
  const hasFailure = hidden.some(hasFailed)
  const format = dateFormat(i18n.language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(end && { hour: 'numeric', minute: '2-digit' }),
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
      // The quick view of one of the posts replaces the list, which is back once that is closed.
      closeOnClickOutside={!isQuickViewOpen}
    >
      <div className="calendar-more" style={end ? style : { ...style, height: targetPx }}>
        <Popover.Target>
          <UnstyledButton
            className="calendar-more-button"
            aria-label={`${name}${hasFailure ? ` ${tp('failed')}` : ''}`}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={toggle}
            ref={button}
          >
            <span className="calendar-more-word">{name}</span>
            <span className="calendar-more-count">+ {hidden.length}</span>
            {hasFailure && <TriangleAlert size={13} aria-hidden />}
          </UnstyledButton>
        </Popover.Target>
      </div>
      <Popover.Dropdown
        role="dialog"
        aria-labelledby={titleId}
        style={isQuickViewOpen ? { visibility: 'hidden' } : undefined}
      >
        <Group justify="space-between" wrap="nowrap" gap="xs" mb="xs">
          <Title order={2} size="h6" id={titleId}>
            {end ? format.formatRange(start, end) : format.format(start)}
          </Title>
          <CloseButton onClick={close} />
        </Group>
        <Stack gap={4} className="calendar-more-list">
          {all.map((post) => (
            <Box
              component="a"
              key={post.id}
              {...linkOf(post, button)}
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
