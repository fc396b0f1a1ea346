import { Switch } from '@mantine/core'
import { deliveryStatuses, webhookEventTypes } from '@postern/sdk/contract'
import { useSearchParam, useSearchText } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { FilterBar, type FilterField } from '../../parts/filter-bar.tsx'
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

type Props = { isLive: boolean; onLive: (isLive: boolean) => void }

export function DeliveryFilters({ isLive, onLive }: Props) {
  const t = useMessages(deliveryMessages)
  const fields: FilterField[] = [
    { kind: 'search', name: 'search', label: t('search'), isPinned: true },
    {
      kind: 'choice',
      name: 'status',
      label: t('status'),
      options: [
        { value: undelivered, label: t('undelivered') },
        ...deliveryStatuses.map((value) => ({
          value,
          label: t(value === 'pending' ? 'pendingFilter' : value),
        })),
      ],
    },
    { kind: 'choices', name: 'event', label: t('event'), options: webhookEventTypes },
    {
      kind: 'choice',
      name: 'range',
      label: t('time'),
      any: t('range_all'),
      options: ranges.map((value) => ({ value, label: t(`range_${value}`) })),
    },
  ]
  return (
    <FilterBar fields={fields}>
      <Switch
        label={t('live')}
        title={t('liveHint')}
        checked={isLive}
        onChange={({ currentTarget }) => onLive(currentTarget.checked)}
        className="filter-bar-apart"
        ms="auto"
      />
    </FilterBar>
  )
}
