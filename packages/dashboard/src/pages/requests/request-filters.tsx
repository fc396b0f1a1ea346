import { Group, Select } from '@mantine/core'
import { useState } from 'react'
import { useAllItems } from '../../api/use-data.ts'
import { useSearchParam, useSearchParamsSetter } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { DayFilter, useDayRange } from '../../parts/day-filter.tsx'
import { FilterBar, type FilterField } from '../../parts/filter-bar.tsx'
import { visibleName } from '../../parts/visible-name.ts'
import { useMember } from '../../session/use-session.ts'
import { requestMessages } from './messages.ts'

const statusClasses = ['2xx', '4xx', '5xx'] as const
const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const
/** Hours until now; without one, all that is stored. */
const ranges = ['1', '24'] as const
const hourMs = 3_600_000
const otherNames = ['code', 'operation', 'id'] as const
export const filterNames = ['status', 'method', 'key', 'range', 'from', 'to', ...otherNames]

/** The filters in the URL as parameters of the API, without the times of `range`. */
export function useRequestFilters() {
  const [status] = useSearchParam('status')
  const [method] = useSearchParam('method')
  const [code] = useSearchParam('code')
  const [operation] = useSearchParam('operation')
  const [key] = useSearchParam('key')
  const [requestId] = useSearchParam('id')
  const [range] = useSearchParam('range')
  return {
    ...(isStatus(status) ? { status } : {}),
    ...(isMethod(method) ? { method } : {}),
    ...(code ? { error_code: code } : {}),
    ...(operation ? { operation } : {}),
    ...(key ? { key_id: key } : {}),
    ...(requestId ? { request_id: requestId } : {}),
    ...(isRange(range) ? { range } : {}),
    ...useDayRange(),
  }
}

/** The filters with the start of their range as of now. */
export function toQuery({ range, ...query }: ReturnType<typeof useRequestFilters>) {
  if (!range) return query
  return { ...query, from: new Date(Date.now() - Number(range) * hourMs).toISOString() }
}

/** A class of statuses, or a status, which only a link sets. */
function isStatus(text: string | null): text is string {
  return text !== null && /^([245]xx|[2-5]\d\d)$/.test(text)
}

function isMethod(text: string | null): text is (typeof methods)[number] {
  return methods.some((method) => method === text)
}

function isRange(text: string | null): text is (typeof ranges)[number] {
  return ranges.some((range) => range === text)
}

/** The frequent filters in one row, the others below it on request. */
export function RequestFilters() {
  const t = useMessages(requestMessages)
  const { member } = useMember()
  const keys = useAllItems('api_keys', 'names', (client) => client.apiKeys.list(), {
    scope: 'all',
    enabled: member.role === 'owner',
  })
  const fields: FilterField[] = [
    {
      kind: 'choice',
      name: 'status',
      label: t('status'),
      options: statusClasses.map((value) => ({ value, label: t(value) })),
      listsOthers: true,
    },
    {
      kind: 'choice',
      name: 'method',
      label: t('method'),
      options: methods.map((value) => ({ value, label: value })),
      listsOthers: true,
    },
    {
      kind: 'choice',
      name: 'key',
      label: t('key'),
      options: (keys.data ?? []).map(({ id, name }) => ({
        value: id,
        label: visibleName(name, id),
      })),
      listsOthers: true,
    },
    {
      kind: 'other',
      name: 'period',
      label: t('period'),
      names: ['range', 'from', 'to'],
      element: <Period />,
    },
    {
      kind: 'text',
      name: 'code',
      label: t('code'),
      placeholder: 'validation_failed',
      isRare: true,
    },
    {
      kind: 'text',
      name: 'operation',
      label: t('operation'),
      placeholder: 'createPost',
      isRare: true,
    },
    { kind: 'text', name: 'id', label: t('requestId'), placeholder: 'req_…', isRare: true },
  ]
  return <FilterBar fields={fields} />
}

/** A range until now, or days to choose. */
function Period() {
  const t = useMessages(requestMessages)
  const change = useSearchParamsSetter()
  const [range] = useSearchParam('range')
  const [from] = useSearchParam('from')
  const [to] = useSearchParam('to')
  const [isChoosing, setIsChoosing] = useState(false)
  const isCustom = isChoosing || from !== null || to !== null
  return (
    <>
      <Select
        aria-label={t('period')}
        allowDeselect={false}
        data={[
          { value: 'all', label: t('range_all') },
          ...ranges.map((value) => ({ value, label: t(`range_${value}`) })),
          { value: 'days', label: t('range_days') },
        ]}
        value={isCustom ? 'days' : isRange(range) ? range : 'all'}
        onChange={(value) => {
          setIsChoosing(value === 'days')
          if (value === 'days') change({ range: null })
          else change({ range: value === 'all' ? null : value, from: null, to: null })
        }}
      />
      {isCustom && (
        <Group gap="xs" grow align="flex-start" className="filter-bar-days">
          <DayFilter name="from" label={t('from')} />
          <DayFilter name="to" label={t('to')} />
        </Group>
      )}
    </>
  )
}
