import { Group, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { DateInput } from '../../parts/date-input.tsx'
import { clockDay, instantOf } from '../../parts/time-zone.ts'
import { keyMessages } from './messages.ts'

export type Expiry = { choice: 'never' | 'days30' | 'days90' | 'year' | 'date'; day: string }

const choices: readonly Expiry['choice'][] = ['never', 'days30', 'days90', 'year', 'date']
const daysOf = { days30: 30, days90: 90, year: 365 } as const

/** ISO instant, `null` for never, or `invalid` for a missing or past day. */
export function expiresAtOf({ choice, day }: Expiry): string | null | 'invalid' {
  if (choice === 'never') return null
  if (choice !== 'date') return instantOf(clockDay().add(daysOf[choice], 'day')).toISOString()
  const end = instantOf(`${day}T23:59:59.999`)
  return end.getTime() > Date.now() ? end.toISOString() : 'invalid'
}

type Props = { value: Expiry; onChange: (expiry: Expiry) => void; error: ReactNode }

/** Expiry of a key; a chosen day ends at midnight in the member's time zone. */
export function ExpiryField({ value: expiry, onChange, error }: Props) {
  const t = useMessages(keyMessages)
  return (
    <Group grow align="flex-start">
      <Select
        label={t('expiry')}
        data={choices.map((value) => ({ value, label: t(value) }))}
        value={expiry.choice}
        onChange={(value) => onChange({ ...expiry, choice: (value ?? 'never') as 'never' })}
        allowDeselect={false}
        error={expiry.choice === 'date' ? null : error}
      />
      {expiry.choice === 'date' && (
        <DateInput
          label={t('day')}
          date={expiry.day}
          firstDay={clockDay().format('YYYY-MM-DD')}
          onChange={(day) => onChange({ ...expiry, day: day ?? '' })}
          error={error}
          isRequired
        />
      )}
    </Group>
  )
}
