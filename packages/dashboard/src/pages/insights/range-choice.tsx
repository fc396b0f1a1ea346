import { Group, Input, SegmentedControl } from '@mantine/core'
import { DatePickerInput, DatesProvider } from '@mantine/dates'
import { useId } from '@mantine/hooks'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParamsSetter } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { useCalendarLabels } from '../../parts/calendar-labels.ts'
import classes from './insights.module.css'
import { insightsMessages } from './messages.ts'
import { addDays, daysMax, presets, type Range, today } from './range.ts'

type Props = { range: Range; preset: string | null; isCustom: boolean }

/** Preset or custom date range. */
export function RangeChoice({ range, preset, isCustom }: Props) {
  const t = useMessages(insightsMessages)
  const { i18n } = useTranslation()
  const change = useSearchParamsSetter()
  const labels = useCalendarLabels()
  const id = useId()
  const [picked, setPicked] = useState<[string | null, string | null] | null>(null)
  const choose = (value: string) => {
    setPicked(null)
    if (value === 'custom') change({ range: null, from: range.from, to: range.to })
    else change({ range: value === '28' ? null : value, from: null, to: null })
  }
  const pick = (days: [string | null, string | null]) => {
    const [from, to] = days
    setPicked(from && to ? null : days)
    if (from && to) change({ range: null, from, to })
  }
  const first = picked?.[0] ?? null
  const farthest = first ? addDays(first, daysMax - 1) : today()
  return (
    <Group gap="xs" align="flex-end">
      <Input.Wrapper label={t('range')}>
        <div>
          <SegmentedControl
            aria-label={t('range')}
            size="sm"
            className={classes.range}
            value={isCustom ? 'custom' : (preset ?? '28')}
            onChange={choose}
            data={[
              ...presets.map((days) => ({ value: days, label: days })),
              { value: 'custom', label: t('custom') },
            ]}
          />
        </div>
      </Input.Wrapper>
      {isCustom && (
        <DatesProvider settings={{ locale: i18n.language, firstDayOfWeek: 1, weekendDays: [] }}>
          <DatePickerInput
            type="range"
            label={t('customDays')}
            value={picked ?? [range.from, range.to]}
            onChange={pick}
            maxDate={dayjs(farthest).isBefore(today()) ? farthest : today()}
            allowSingleDateInRange
            ariaLabels={labels}
            id={id}
            // The label of the field names the calendar popover.
            popoverProps={{ id }}
            hideOutsideDates
            valueFormat="D MMM YYYY"
            miw={260}
          />
        </DatesProvider>
      )}
    </Group>
  )
}
