import { Box, Button, CloseButton, Group, Paper, Stack } from '@mantine/core'
import type { WebhookDelivery, WebhookEndpoint } from '@postern/sdk'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../api/use-data.ts'
import { useSearchParamsSetter } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { Empty } from '../../parts/empty.tsx'
import { ListStates } from '../../parts/list-states.tsx'
import {
  DeliveryFilters,
  deliveryFilterNames,
  isUndelivered,
  toQuery,
  useDeliveryFilters,
} from './delivery-filters.tsx'
import { deliveryMessages } from './delivery-messages.ts'
import { DeliveryTable } from './delivery-table.tsx'
import { RecoverDialog } from './recover-dialog.tsx'
import { ResendProgress, type Resent } from './recover-progress.tsx'

const pageSize = 25

type Props = { endpoint: WebhookEndpoint; onTest: () => void }

/** Deliveries to an endpoint, newest first, which appear as they happen unless that is paused. */
export function Deliveries({ endpoint, onTest }: Props) {
  const t = useMessages(deliveryMessages)
  const change = useSearchParamsSetter()
  const filters = useDeliveryFilters()
  const [frozen, setFrozen] = useState<WebhookDelivery[] | null>(null)
  const [resent, setResent] = useState<Resent | null>(null)
  const [isRecovering, setIsRecovering] = useState(false)
  const list = useList(
    'deliveries',
    [endpoint.id, filters],
    (client, page, signal) =>
      client.webhooks.deliveries.list(
        endpoint.id,
        { ...page, ...toQuery(filters), include: 'bodies' },
        { signal },
      ),
    { limit: pageSize },
  )
  const isFiltered = Object.keys(filters).length > 0
  const reset = () => change(Object.fromEntries(deliveryFilterNames.map((name) => [name, null])))
  const { since = null } = toQuery(filters)
  return (
    <Stack gap="sm">
      <DeliveryFilters
        isLive={frozen === null}
        onLive={(isLive) => setFrozen(isLive ? null : list.items)}
      />
      {resent && (
        <Paper withBorder p="sm">
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <Box flex={1} miw={0}>
              <ResendProgress key={resent.startedAt} id={endpoint.id} resent={resent} />
            </Box>
            <CloseButton aria-label={t('closeResult')} onClick={() => setResent(null)} />
          </Group>
        </Paper>
      )}
      <ListStates
        list={list}
        empty={
          <Empty
            icon={Send}
            title={t(isFiltered ? 'noneFiltered' : 'none')}
            text={t(
              filters.search ? 'noneSearchText' : isFiltered ? 'noneFilteredText' : 'noneText',
            )}
            action={
              isFiltered ? (
                <Button variant="default" onClick={reset}>
                  {t('reset')}
                </Button>
              ) : (
                <Button onClick={onTest}>{t('sendTest')}</Button>
              )
            }
          />
        }
      >
        {(deliveries) => (
          <DeliveryTable
            endpoint={endpoint}
            deliveries={pausedAt(frozen, deliveries)}
            onResent={setResent}
            recoverButton={
              isUndelivered(filters) && (
                <Button
                  size="xs"
                  h={{ base: 40, sm: 30 }}
                  w={{ base: '100%', sm: 'auto' }}
                  ms="auto"
                  onClick={() => setIsRecovering(true)}
                >
                  {t('recover')}
                </Button>
              )
            }
          />
        )}
      </ListStates>
      <RecoverDialog
        endpoint={endpoint}
        opened={isRecovering}
        start={{ since, types: filters.event_type?.split(',') ?? [] }}
        onClose={() => setIsRecovering(false)}
      />
    </Stack>
  )
}

/** Without what is newer than the paused list; what was in it keeps changing, and older pages load. */
function pausedAt(frozen: WebhookDelivery[] | null, deliveries: WebhookDelivery[]) {
  const newest = frozen?.[0]
  if (!newest) return deliveries
  return deliveries.filter(
    ({ id, created_at: at }) =>
      at < newest.created_at || id === newest.id || frozen.some((each) => each.id === id),
  )
}
