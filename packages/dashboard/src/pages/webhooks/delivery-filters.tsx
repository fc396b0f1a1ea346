import { Box, Group, MultiSelect, Select, Switch } from '@mantine/core'
import { deliveryStatuses, webhookEventTypes } from '@postern/sdk/contract'
import { useSearchParam, useSearchText } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { FoldedFilters } from '../../parts/filters.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { deliveryMessages } from './delivery-messages.ts'

/** What the receiver has not got, also what is retried. */
const undelivered = 'pending,failed,skipped'
const ranges = ['1', '24', '168'] as const
const hourMs = 3_600_000

export const deliveryFilterNames = ['search', 'status', 'event', 'range'] as const

/** The filters in the URL as parameters of the API, without the times of `range`. */
export function useDeliveryFilters() {
  const [search] = useSearchText()
  const [status] = useSearchParam('status')
  const [event] = useSearchParam('event')
  const [range] = useSearchParam('range')
  return {
    ...(search ? { search } : {}),
    ...(status ? { status } : {}),
    ...(event ? { event_type: event } : {}),
    ...(ranges.some((each) => each === range) ? { range: range! } : {}),
  }
}

/** Whether only deliveries are shown that the receiver has not got. */
export function isUndelivered({ status }: ReturnType<typeof useDeliveryFilters>): boolean {
  return status === undelivered || status === 'failed' || status === 'skipped'
}

type Query = Omit<ReturnType<typeof useDeliveryFilters>, 'range'> & { since?: string }

/** The filters with the start of their range as of now. */
export function toQuery({ range, ...query }: ReturnType<typeof useDeliveryFilters>): Query {
  if (!range) return query
  return { ...query, since: new Date(Date.now() - Number(range) * hourMs).toISOString() }
}

/** In one row while there is room. */
const filterStyle = { flex: '1 1 150px' }

type Props = { isLive: boolean; onLive: (isLive: boolean) => void }

export function DeliveryFilters({ isLive, onLive }: Props) {
  const t = useMessages(deliveryMessages)
  const [search, setSearch] = useSearchText()
  const [status, setStatus] = useSearchParam('status')
  const [event, setEvent] = useSearchParam('event')
  const [range, setRange] = useSearchParam('range')
  const chosenEvents = event?.split(',') ?? []
  const count = [status, event, range].filter((value) => value !== null).length
  return (
    <Group gap="xs" role="search" align="center">
      <Box flex="1 1 200px">
        <SearchField label={t('search')} value={search} onChange={setSearch} />
      </Box>
      <FoldedFilters count={count}>
        <Select
          style={filterStyle}
          aria-label={t('status')}
          placeholder={t('status')}
          clearable
          data={[
            { value: undelivered, label: t('undelivered') },
            ...deliveryStatuses.map((value) => ({
              value,
              label: t(value === 'pending' ? 'pendingFilter' : value),
            })),
          ]}
          value={status}
          onChange={setStatus}
        />
        <MultiSelect
          style={filterStyle}
          aria-label={t('event')}
          placeholder={chosenEvents.length === 0 ? t('event') : ''}
          data={webhookEventTypes}
          value={chosenEvents}
          onChange={(values) => setEvent(values.join(','))}
          clearable
        />
        <Select
          style={filterStyle}
          aria-label={t('time')}
          allowDeselect={false}
          data={[
            { value: 'all', label: t('range_all') },
            ...ranges.map((value) => ({ value, label: t(`range_${value}`) })),
          ]}
          value={ranges.find((each) => each === range) ?? 'all'}
          onChange={(value) => setRange(value === 'all' ? null : value)}
        />
      </FoldedFilters>
      <Switch
        label={t('live')}
        title={t('liveHint')}
        checked={isLive}
        onChange={({ currentTarget }) => onLive(currentTarget.checked)}
        ms="auto"
      />
    </Group>
  )
}
