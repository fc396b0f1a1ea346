import { Select, SimpleGrid } from '@mantine/core'
import { useSearchParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { DayFilter, TextFilter } from '../../parts/filters.tsx'
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
  const [status] = useSearchParam('status')
  const exact = isStatus(status) && !statusClasses.some((each) => each === status) ? [status] : []
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" role="search">
      <Choice
        name="status"
        label={t('status')}
        options={[
          ...statusClasses.map((value) => ({ value, label: t(value) })),
          ...exact.map((value) => ({ value, label: value })),
        ]}
      />
      <Choice
        name="method"
        label={t('method')}
        options={methods.map((value) => ({ value, label: value }))}
      />
      <TextFilter name="code" label={t('code')} placeholder="validation_failed" />
      <TextFilter name="operation" label={t('operation')} placeholder="createPost" />
      <TextFilter name="key" label={t('key')} placeholder="key_…" />
      <TextFilter name="id" label={t('requestId')} placeholder="req_…" />
      <DayFilter name="from" label={t('from')} />
      <DayFilter name="to" label={t('to')} />
    </SimpleGrid>
  )
}

type Props = { name: string; label: string; options: { value: string; label: string }[] }

function Choice({ name, label, options }: Props) {
  const t = useMessages(requestMessages)
  const [value, setValue] = useSearchParam(name)
  const known = options.some((option) => option.value === value) ? value : null
  return (
    <Select
      label={label}
      data={[{ value: '', label: t('any') }, ...options]}
      value={known ?? ''}
      onChange={(next) => setValue(next || null)}
      allowDeselect={false}
    />
  )
}
