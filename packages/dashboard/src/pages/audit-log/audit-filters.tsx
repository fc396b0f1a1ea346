import { Box, SimpleGrid } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMessages } from '../../messages/messages.ts'
import { DayFilter, TextFilter } from '../../parts/filters.tsx'
import { auditMessages } from './messages.ts'

export function AuditFilters() {
  const t = useMessages(auditMessages)
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  return (
    <SimpleGrid cols={{ base: 2, md: 5 }} spacing="sm">
      <Box style={{ gridColumn: isNarrow ? '1 / -1' : 'auto' }}>
        <TextFilter name="action" label={t('action')} placeholder="createPost" />
      </Box>
      <TextFilter name="actor" label={t('actor')} placeholder="mem_…" />
      <TextFilter name="resource" label={t('resource')} placeholder="post_…" />
      <DayFilter name="from" label={t('from')} />
      <DayFilter name="to" label={t('to')} />
    </SimpleGrid>
  )
}
