import '@mantine/dates/styles.css'
import { Button, Group, Input, Stack, Text } from '@mantine/core'
import { TimePicker } from '@mantine/dates'
import { useId } from '@mantine/hooks'
import { Clock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../messages/messages.ts'
import { DateInput } from './date-input.tsx'
import { dateTimeMessages } from './date-time-messages.ts'
import { dateFormat, formatTimeOf } from './dates.ts'
import { isPast, partsOf, presetTimes, timeZoneName } from './local-time.ts'
import { clockChangeAt, clockDay, instantOf } from './time-zone.ts'

type Props = {
  /** Names the group of fields for screen readers. */
  label: string
  /** A local time, `YYYY-MM-DDTHH:mm`; '' for none. */
  value: string
  /** Receives '' while the time is incomplete. */
  onChange: (value: string) => void
  /** An optional time can be cleared. */
  required?: boolean
  /** Focuses the field when its dialog opens: the time of day, or the date as long as there is none. */
  isFirst?: boolean
  error?: ReactNode
}

const defaultTime = '09:00'

/**
 * A local time in the member's time zone: presets, a calendar and a typed time. A past time shows
 * an error immediately.
 */
export function DateTimeField({ label, value, onChange, required, isFirst, error = null }: Props) {
  const t = useMessages(dateTimeMessages)
  const { i18n } = useTranslation()
  const [edited, setEdited] = useState(() => partsOf(value))
  // A new key discards a half-typed time when a preset replaces it.
  const [presetCount, setPresetCount] = useState(0)
  const errorId = useId()
  // An incomplete time is '' outside, so what was entered is kept here.
  const { date, time } = value === '' ? edited : partsOf(value)
  const set = (next: DateParts) => {
    setEdited(next)
    onChange(next.date && next.time ? `${next.date}T${next.time}` : '')
  }
  const message = value && isPast(value) ? t('past') : error
  const change = message ? null : clockChangeAt(value)
  return (
    <Stack
      gap={8}
      role="group"
      aria-label={label}
      {...(message && { 'aria-describedby': errorId })}
    >
      <Group gap={6} className="thumb-buttons">
        {presetTimes().map(({ key, at }) => (
          <Button
            key={key}
            size="compact-sm"
            fw={500}
            variant={at === value ? 'light' : 'default'}
            aria-pressed={at === value}
            onClick={() => {
              set(partsOf(at))
              setPresetCount(presetCount + 1)
            }}
          >
            {t(key, { time: clockText(at, i18n.language) })}
          </Button>
        ))}
      </Group>
      <Group gap="xs" align="flex-end" wrap="nowrap" data-invalid={message ? true : undefined}>
        <DateInput
          date={date}
          firstDay={clockDay().format('YYYY-MM-DD')}
          isRequired={required ?? false}
          isFirst={isFirst === true && !date}
          error={Boolean(message)}
          onChange={(day) => set(day ? { date: day, time: time || defaultTime } : noParts)}
        />
        <ClockInput
          key={presetCount}
          time={time}
          isFirst={isFirst === true && date !== ''}
          isWrong={Boolean(message)}
          onChange={(next) => {
            if (next) return set({ date: date || clockDay().format('YYYY-MM-DD'), time: next })
            setEdited({ date, time })
            onChange('')
          }}
        />
      </Group>
      {message && <Input.Error id={errorId}>{message}</Input.Error>}
      {change && (
        <Text size="xs" role="status">
          {t(change, { time: clockText(value, i18n.language) })}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {t('zone', { zone: timeZoneName(i18n.language) })}
      </Text>
    </Stack>
  )
}

type PastProps = Pick<Props, 'label' | 'value' | 'onChange' | 'isFirst' | 'required'> & {
  /** The earliest day, `YYYY-MM-DD`. */
  firstDay: string
  /** The time of a day that was chosen without one. */
  defaultTime: string
  /** The meaning of no time. */
  placeholder?: string
}

/** A local time of the history in the member's time zone. The label is that of the date. */
export function PastTimeField({ value, onChange, defaultTime, isFirst, ...props }: PastProps) {
  const [edited, setEdited] = useState(() => partsOf(value))
  const { date, time } = value === '' ? edited : partsOf(value)
  const set = (next: DateParts) => {
    setEdited(next)
    onChange(next.date && next.time ? `${next.date}T${next.time}` : '')
  }
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap" role="group" aria-label={props.label}>
      <DateInput
        {...props}
        date={date}
        lastDay={clockDay().format('YYYY-MM-DD')}
        isRequired={props.required ?? false}
        isFirst={isFirst ?? false}
        onChange={(day) => set(day ? { date: day, time: time || defaultTime } : noParts)}
      />
      <ClockInput
        time={time}
        isFirst={false}
        isWrong={false}
        onChange={(next) => set({ date: date || clockDay().format('YYYY-MM-DD'), time: next })}
      />
    </Group>
  )
}

type ClockInputProps = {
  time: string
  isFirst: boolean
  isWrong: boolean
  onChange: (time: string) => void
}

function ClockInput({ time, isFirst, isWrong, onChange }: ClockInputProps) {
  const t = useMessages(dateTimeMessages)
  const { i18n } = useTranslation()
  const hour12 = dateFormat(i18n.language, { hour: 'numeric' })
  return (
    <TimePicker
      label={t('time')}
      leftSection={<Clock size={16} aria-hidden />}
      format={hour12.resolvedOptions().hour12 ? '12h' : '24h'}
      hoursInputLabel={t('hours')}
      hoursInputProps={{ 'data-autofocus': isFirst || undefined }}
      minutesInputLabel={t('minutes')}
      amPmInputLabel={t('amPm')}
      value={time}
      error={isWrong}
      onChange={(next) => onChange(next.slice(0, 5))}
    />
  )
}

type DateParts = { date: string; time: string }

const noParts: DateParts = { date: '', time: '' }

function clockText(local: string, language: string): string {
  return formatTimeOf(instantOf(local), language)
}
