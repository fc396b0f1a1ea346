import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Loader,
  SegmentedControl,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { CalendarX2, ChevronLeft, ChevronRight, Info, Rows3 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSearchParam, useSearchParamsSetter } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { Empty } from '../../parts/empty.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { LoadingLines } from '../../parts/list-states.tsx'
import { timeZoneName } from '../../parts/local-time.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { postMessages } from '../posts/parts/messages.ts'
import { PostFilters } from '../posts/parts/post-filters.tsx'
import { Agenda } from './agenda.tsx'
import { daysOf, nameOf, rangeOf, step, today, type View, views } from './date-range.ts'
import { calendarMessages } from './messages.ts'
import { Month } from './month.tsx'
import { PhoneMonth } from './phone-month.tsx'
import {
  calendarFilters,
  type PostsInRange,
  postsMax,
  usePostsInRange,
} from './use-posts-in-range.ts'
import { Week } from './week.tsx'

/** The calendar: month, week or list. The URL holds the view and the day. */
export function Page() {
  const t = useMessages(calendarMessages)
  const tp = useMessages(postMessages)
  const { i18n } = useTranslation()
  const { view, day } = useViewParams()
  const posts = usePostsInRange(rangeOf(view, day))
  return (
    <PageFrame
      title={t('title')}
      text={t('zone', { zone: timeZoneName(i18n.language) })}
      actions={
        <Button
          component={Link}
          to="/posts"
          variant="default"
          leftSection={<Rows3 size={16} aria-hidden />}
        >
          {tp('title')}
        </Button>
      }
    >
      <Stack>
        <PostFilters names={calendarFilters} />
        <Toolbar
          view={view}
          day={day}
          isFetching={posts.isFetching}
          count={posts.data?.posts.length}
        />
        {posts.isError && <ErrorNotice error={posts.error} onRetry={() => void posts.refetch()} />}
        {posts.isPending && (
          <LoadingLines rows={view === 'agenda' ? 4 : 1} height={view === 'agenda' ? 90 : 560} />
        )}
        {posts.data && <CalendarView view={view} day={day} data={posts.data} />}
      </Stack>
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

type ToolbarProps = { view: View; day: string; isFetching: boolean; count: number | undefined }

function Toolbar({ view, day, isFetching, count }: ToolbarProps) {
  const t = useMessages(calendarMessages)
  const { i18n } = useTranslation()
  const change = useSearchParamsSetter()
  const go = (date: string) => change({ date: date === today() ? null : date })
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="xs">
        <ActionIcon.Group>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('previous')}
            onClick={() => go(step(view, day, -1))}
          >
            <ChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('next')}
            onClick={() => go(step(view, day, 1))}
          >
            <ChevronRight size={18} aria-hidden />
          </ActionIcon>
        </ActionIcon.Group>
        <Button variant="default" onClick={() => go(today())}>
          {t('today')}
        </Button>
        <Title order={2} size="h4" aria-live="polite" ms={4}>
          {nameOf(view, day, i18n.language)}
        </Title>
        {isFetching && <Loader size="xs" role="status" aria-label={t('loading')} />}
        {count !== undefined && (
          <Text size="sm" c="dimmed">
            {t('count', { count })}
          </Text>
        )}
      </Group>
      <SegmentedControl
        aria-label={t('view')}
        value={view}
        onChange={(value) => change({ view: value })}
        data={views.map((value) => ({ value, label: t(value) }))}
      />
    </Group>
  )
}

function CalendarView({ view, day, data }: { view: View; day: string; data: PostsInRange }) {
  const t = useMessages(calendarMessages)
  const change = useSearchParamsSetter()
  const isNarrow = useIsNarrow()
  const { posts } = data
  return (
    <>
      {data.hasMore && (
        <Alert color="orange" variant="light" icon={<Info aria-hidden />}>
          {t('tooMany', { count: postsMax })}
        </Alert>
      )}
      {view === 'agenda' && <AgendaOrEmpty data={data} />}
      {view === 'month' &&
        (isNarrow ? (
          <PhoneMonth day={day} posts={posts} onDay={(date) => change({ date })} />
        ) : (
          <Month day={day} posts={posts} />
        ))}
      {view === 'week' &&
        (isNarrow ? (
          <Agenda posts={posts} days={daysOf('week', day)} />
        ) : (
          <Week day={day} posts={posts} onDay={(date) => change({ view: 'agenda', date })} />
        ))}
      {view !== 'agenda' && !isNarrow && (
        <Text size="sm" c="dimmed">
          {t('dragHint')}
        </Text>
      )}
    </>
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
