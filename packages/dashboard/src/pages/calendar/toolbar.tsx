import './toolbar.css'
import { ActionIcon, Button, Group, Loader, SegmentedControl, Text, Title } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParamsSetter } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { nameOf, step, today, type View, views } from './date-range.ts'
import { calendarMessages } from './messages.ts'

type Props = {
  view: View
  day: string
  isFetching: boolean
  count: number | undefined
  /** More controls at the end. */
  children?: ReactNode
}

/** Walks through time and switches the view. */
export function Toolbar({ view, day, isFetching, count, children }: Props) {
  const t = useMessages(calendarMessages)
  const { i18n } = useTranslation()
  const change = useSearchParamsSetter()
  const go = (date: string) => change({ date: date === today() ? null : date })
  return (
    <Group justify="space-between" gap="xs" flex={1} className="calendar-toolbar">
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
        {count !== undefined && (
          <Text size="sm" c="dimmed" visibleFrom="lg">
            {t('count', { count })}
          </Text>
        )}
        {isFetching && <Loader size="xs" role="status" aria-label={t('loading')} />}
      </Group>
      <Group gap="xs">
        <SegmentedControl
          aria-label={t('view')}
          value={view}
          onChange={(value) => change({ view: value })}
          data={views.map((value) => ({ value, label: t(value) }))}
        />
        {children}
      </Group>
    </Group>
  )
}
