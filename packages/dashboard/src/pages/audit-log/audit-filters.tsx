import { Box, SimpleGrid, TextInput } from '@mantine/core'
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useSearchParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { DayField } from '../../parts/day-field.tsx'
import { auditMessages } from './messages.ts'

const debounceMs = 400

export function AuditFilters() {
  const t = useMessages(auditMessages)
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  return (
    <SimpleGrid cols={{ base: 2, md: 5 }} spacing="sm">
      <Box style={{ gridColumn: isNarrow ? '1 / -1' : 'auto' }}>
        <Filter name="action" label={t('action')} placeholder="createPost" />
      </Box>
      <Filter name="actor" label={t('actor')} placeholder="mem_…" />
      <Filter name="resource" label={t('resource')} placeholder="post_…" />
      <Day name="from" label={t('from')} />
      <Day name="to" label={t('to')} />
    </SimpleGrid>
  )
}

function Day({ name, label }: { name: string; label: string }) {
  const [value, setValue] = useSearchParam(name)
  return <DayField label={label} value={value ?? ''} onChange={(day) => setValue(day || null)} />
}

type Props = { name: string; label: string; placeholder: string }

/** A text filter, debounced into its query parameter. */
function Filter({ name, label, placeholder }: Props) {
  const [value, setValue] = useSearchParam(name)
  const [typed, setTyped] = useState(value ?? '')
  const apply = useDebouncedCallback((next: string) => setValue(next.trim() || null), debounceMs)
  useEffect(() => setTyped(value ?? ''), [value])
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        apply(event.currentTarget.value)
      }}
    />
  )
}
