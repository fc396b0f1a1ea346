import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Post } from '@postern/sdk'
import { Link, useNavigate } from '@tanstack/react-router'
import { CalendarX2, Info, NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParam, useSearchParamsSetter } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { Empty } from '../../parts/empty.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { LoadingLines } from '../../parts/list-states.tsx'
import { timeZoneName } from '../../parts/local-time.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { PostFilters } from '../../post/post-filters.tsx'
import { TimeDialog } from '../../post/time/time-dialog.tsx'
import { useMay } from '../../session/use-session.ts'
import { Agenda } from './agenda.tsx'
import { CalendarDataProvider, usePostDisplay } from './calendar-data.ts'
import { daysOf, rangeOf, today, type View, views } from './date-range.ts'
import { DraftsTray } from './drafts-tray.tsx'
import { calendarMessages } from './messages.ts'
import { Month } from './month.tsx'
import { PhoneMonth } from './phone-month.tsx'
import { type OpenPost, QuickView } from './quick-view.tsx'
import { Toolbar } from './toolbar.tsx'
import { type FreeSlot, useFreeSlots } from './use-free-slots.ts'
import {
  calendarFilters,
  type PostsInRange,
  postsMax,
  usePostsInRange,
} from './use-posts-in-range.ts'
import { Week } from './week.tsx'

const noPosts: readonly Post[] = []

/** The calendar: month, week or list. The URL holds the view and the day. */
export function Page() {
  const t = useMessages(calendarMessages)
  const { i18n } = useTranslation()
  const { view, day } = useViewParams()
  const isNarrow = useIsNarrow()
  const [tray, setTray] = useSearchParam('drafts')
  const canPublish = useMay('posts:write')
  const isTrayOpen = canPublish && tray !== null
  const range = rangeOf(view, day)
  const posts = usePostsInRange(range)
  const { slots, tooMany } = useFreeSlots(range, view !== 'agenda')
  const shown = posts.data?.posts ?? noPosts
  const display = usePostDisplay(shown)
  const [open, setOpen] = useState<OpenPost | null>(null)
  const [rescheduling, setRescheduling] = useState<Post | null>(null)
  const data = {
    ...display,
    openPost: (post: Post, element: HTMLElement, anchor: HTMLElement) =>
      setOpen({ post, element, anchor }),
    isQuickViewOpen: open !== null,
  }
  return (
    <PageFrame
      title={t('title')}
      isCompact
      actions={
        <Toolbar
          view={view}
          day={day}
          isFetching={posts.isFetching}
          count={posts.data?.posts.length}
        >
          {canPublish && (
            <Button
              variant="default"
              leftSection={<NotebookPen size={16} aria-hidden />}
              aria-expanded={isTrayOpen}
              onClick={() => setTray(isTrayOpen ? null : '1')}
            >
              {t('drafts')}
            </Button>
          )}
        </Toolbar>
      }
    >
      <CalendarDataProvider value={data}>
        <Stack gap="sm">
          <Group gap="xs" justify="space-between">
            <PostFilters names={calendarFilters} />
            <Text size="xs" c="dimmed" w={{ base: '100%', sm: 'auto' }}>
              {t('zone', { zone: timeZoneName(i18n.language) })}
              {tooMany && ` · ${t('slotsOfOne')}`}
            </Text>
          </Group>
          {posts.isError && (
            <ErrorNotice error={posts.error} onRetry={() => void posts.refetch()} />
          )}
          {posts.isPending && (
            <LoadingLines rows={view === 'agenda' ? 4 : 1} height={view === 'agenda' ? 90 : 560} />
          )}
          {posts.data && (
            <div className={isTrayOpen ? 'calendar-with-tray' : undefined}>
              <Stack gap="sm">
                <CalendarView view={view} day={day} data={posts.data} slots={slots} />
              </Stack>
              {isTrayOpen && (
                <DraftsTray onSchedule={setRescheduling} onClose={() => setTray(null)} />
              )}
            </div>
          )}
        </Stack>
        {open && (
          <QuickView
            open={{ ...open, post: shown.find(({ id }) => id === open.post.id) ?? open.post }}
            isNarrow={isNarrow}
            onReschedule={setRescheduling}
            onClose={() => setOpen(null)}
          />
        )}
      </CalendarDataProvider>
      {rescheduling && <TimeDialog post={rescheduling} onClose={() => setRescheduling(null)} />}
    </PageFrame>
  )
}

/** The view and day from the URL. The default view on narrow screens is the list. */
function useViewParams(): { view: View; day: string } {
  const isNarrow = useIsNarrow()
  const [viewParam] = useSearchParam('view')
  const [date] = useSearchParam('date')
  const view = views.find((name) => name === viewParam) ?? (isNarrow ? 'agenda' : 'month')
  const isDay = date !== null && /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date))
  return { view, day: isDay ? date : today() }
}

function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false }) ?? false
}

type ViewProps = { view: View; day: string; data: PostsInRange; slots: readonly FreeSlot[] }

function CalendarView({ view, day, data, slots }: ViewProps) {
  const t = useMessages(calendarMessages)
  const change = useSearchParamsSetter()
  const navigate = useNavigate()
  // A new page, so that Back leads to the week.
  const openDay = (date: string) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, view: 'agenda', date }),
    } as never)
  const isNarrow = useIsNarrow()
  const { posts } = data
  return (
    <>
      {data.hasMore && (
        <Alert color="orange" variant="light" icon={<Info aria-hidden />}>
          {t('tooMany', { count: postsMax })}
        </Alert>
      )}
      {view === 'week' && posts.length === 0 && <EmptyWeek />}
      {view === 'agenda' && <AgendaOrEmpty data={data} />}
      {view === 'month' &&
        (isNarrow ? (
          <PhoneMonth day={day} posts={posts} slots={slots} onDay={(date) => change({ date })} />
        ) : (
          <Month day={day} posts={posts} slots={slots} />
        ))}
      {view === 'week' &&
        (isNarrow ? (
          <Agenda posts={posts} days={daysOf('week', day)} slots={slots} />
        ) : (
          <Week day={day} posts={posts} slots={slots} onDay={openDay} />
        ))}
    </>
  )
}

/** Above the hours, which stay to choose one from. */
function EmptyWeek() {
  const t = useMessages(calendarMessages)
  return (
    <Paper withBorder px="md" py="xs">
      <Group justify="space-between" gap="xs" mih={36}>
        <Group gap="xs" wrap="nowrap">
          <CalendarX2 size={18} aria-hidden />
          <Text size="sm">{t('emptyWeek')}</Text>
        </Group>
        <Button component={Link} to="/posts/new" size="xs">
          {t('newPost')}
        </Button>
      </Group>
    </Paper>
  )
}

function AgendaOrEmpty({ data: { posts } }: { data: PostsInRange }) {
  const t = useMessages(calendarMessages)
  if (posts.length > 0) return <Agenda posts={posts} />
  return (
    <Empty
      icon={CalendarX2}
      title={t('emptyTitle')}
      text={t('emptyText')}
      action={
        <Button component={Link} to="/posts/new">
          {t('newPost')}
        </Button>
      }
    />
  )
}
