import { SimpleGrid } from '@mantine/core'
import { useAllItems } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { ChoiceFilter, DayFilter, TextFilter } from '../../parts/filters.tsx'
import { visibleName } from '../../parts/visible-name.ts'
import { useMember } from '../../session/use-session.ts'
import { requestMessages } from './messages.ts'

const statusClasses = ['2xx', '4xx', '5xx'] as const
const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const
export const filterNames = [
  'status',
  'method',
  'code',
  'operation',
  'key',
  'id',
  'from',
  'to',
] as const

/** A class of statuses, or a status, which only a link sets. */
export function isStatus(text: string | null): text is string {
  return text !== null && /^([245]xx|[2-5]\d\d)$/.test(text)
}

export function isMethod(text: string | null): text is (typeof methods)[number] {
  return methods.some((method) => method === text)
}

export function RequestFilters() {
  const t = useMessages(requestMessages)
  const { member } = useMember()
  const keys = useAllItems('api_keys', 'names', (client) => client.apiKeys.list(), {
    scope: 'all',
    enabled: member.role === 'owner',
  })
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" role="search">
      <ChoiceFilter
        name="status"
        label={t('status')}
        any={t('any')}
        options={statusClasses.map((value) => ({ value, label: t(value) }))}
      />
      <ChoiceFilter
        name="method"
        label={t('method')}
        any={t('any')}
        options={methods.map((value) => ({ value, label: value }))}
      />
      <TextFilter name="code" label={t('code')} placeholder="validation_failed" />
      <TextFilter name="operation" label={t('operation')} placeholder="createPost" />
      <ChoiceFilter
        name="key"
        label={t('key')}
        any={t('any')}
        options={(keys.data ?? []).map(({ id, name }) => ({
          value: id,
          label: visibleName(name, id),
        }))}
        searchable
      />
      <TextFilter name="id" label={t('requestId')} placeholder="req_…" />
      <DayFilter name="from" label={t('from')} />
      <DayFilter name="to" label={t('to')} />
    </SimpleGrid>
  )
}
