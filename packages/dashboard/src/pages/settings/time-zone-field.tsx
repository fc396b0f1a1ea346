import { Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { settingsMessages } from './messages.ts'

type Props = {
  value: string | null
  onChange: (value: string | null) => void
  error: ReactNode
}

/** The time zone of all dates and times; null is that of the browser. */
export function TimeZoneField({ value, onChange, error }: Props) {
  const t = useMessages(settingsMessages)
  const browser = Intl.DateTimeFormat().resolvedOptions().timeZone
  // Browsers leave out UTC, and names that another browser may have stored.
  const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(value ? [value] : [])])
  return (
    <Select
      label={t('timeZone')}
      description={t('timeZoneHint')}
      searchable
      allowDeselect={false}
      data={[
        { value: '', label: t('browserZone', { zone: labelOf(browser) }) },
        ...[...names].sort().map((name) => ({ value: name, label: labelOf(name) })),
      ]}
      value={value ?? ''}
      error={error}
      onChange={(next) => onChange(next || null)}
    />
  )
}

function labelOf(zone: string): string {
  return zone.replaceAll('_', ' ')
}
