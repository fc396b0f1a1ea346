import { Input, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import dayjs from 'dayjs'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../../messages/messages.ts'
import { formatInstantOf } from '../../../parts/dates.ts'
import type { Composition, When } from '../composition.ts'
import { isPast, nextHourLocal, timeZoneName, toInstant, toLocal } from '../local-time.ts'
import { composerMessages } from '../messages.ts'

type Props = {
  composition: Composition
  error: string | null
  onChange: (change: Pick<Composition, 'when' | 'at'>) => void
}

/** Height of the sticky save bar including its margin, in px. */
const barHeight = 96
const choices: readonly When[] = ['now', 'schedule', 'draft']

/** The publishing time: now, a local time, or none (a draft). */
export function WhenField({ composition: { when, at }, error, onChange }: Props) {
  const t = useMessages(composerMessages)
  const container = useRef<HTMLDivElement>(null)
  const choose = (next: When) => {
    onChange({ when: next, at: next === 'schedule' && !at ? nextHourLocal() : at })
    // Otherwise the sticky save bar covers the time field.
    setTimeout(() => container.current?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <Stack gap="sm" ref={container} style={{ scrollMarginBottom: barHeight }}>
      <Input.Wrapper label={t('when')} labelElement="div">
        <SegmentedControl
          fullWidth
          mt={4}
          aria-label={t('when')}
          value={when}
          onChange={(value) => choose(value as When)}
          data={choices.map((value) => ({ value, label: t(value) }))}
        />
      </Input.Wrapper>
      {when !== 'now' && (
        <TimeField
          label={t(when === 'draft' ? 'atOptional' : 'at')}
          value={at}
          required={when === 'schedule'}
          error={error}
          onChange={(value) => onChange({ when, at: value })}
        />
      )}
    </Stack>
  )
}

type TimeProps = {
  label: string
  value: string
  required?: boolean
  /** Focuses the field when its dialog opens. */
  isFirst?: boolean
  error?: ReactNode
  onChange: (value: string) => void
}

/** A local time with the formatted date below. A past time shows an error immediately. */
export function TimeField({
  label,
  value,
  required = false,
  isFirst = false,
  error = null,
  onChange,
}: TimeProps) {
  const t = useMessages(composerMessages)
  const { i18n } = useTranslation()
  const instant = toInstant(value)
  const formatted = instant && formatInstantOf(instant, i18n.language)
  return (
    <div>
      <TextInput
        type="datetime-local"
        label={label}
        required={required}
        data-autofocus={isFirst || undefined}
        min={toLocal(dayjs().startOf('minute').toDate())}
        value={value}
        error={value && isPast(value) ? t('past') : error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed" mt={4}>
        {formatted && `${formatted} · `}
        {t('zone', { zone: timeZoneName(i18n.language) })}
      </Text>
    </div>
  )
}
