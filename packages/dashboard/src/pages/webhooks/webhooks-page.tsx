import { Button, Stack, Tabs, Text } from '@mantine/core'
import type { WebhookEndpointWithSecret } from '@postern/sdk'
import { useNavigate } from '@tanstack/react-router'
import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../api/use-data.ts'
import { useSearchParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { Empty } from '../../parts/empty.tsx'
import { ListStates } from '../../parts/list-states.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointTable } from './endpoint-table.tsx'
import { EventCatalog } from './event-catalog.tsx'
import { webhookMessages } from './messages.ts'
import { WebhookSecret } from './webhook-secret.tsx'

/** Endpoints, signature samples and the event catalog. */
export function Page() {
  const t = useMessages(webhookMessages)
  const navigate = useNavigate()
  const [tab, setTab] = useSearchParam('tab')
  const [isAdding, setIsAdding] = useState(false)
  const [created, setCreated] = useState<WebhookEndpointWithSecret | null>(null)
  const list = useList('webhooks', 'list', (client, page, signal) =>
    client.webhooks.list(page, { signal }),
  )
  const add = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setIsAdding(true)}>
      {t('add')}
    </Button>
  )
  return (
    <PageFrame
      title={t('title')}
      text={t('text', { max: LIMITS.webhook.failuresBeforeInactive })}
      actions={list.items.length > 0 && add}
    >
      <Tabs
        value={tab ?? 'endpoints'}
        onChange={(value) => setTab(value === 'endpoints' ? null : value)}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="endpoints">{t('endpoints')}</Tabs.Tab>
          <Tabs.Tab value="catalog">{t('catalog')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="endpoints">
          <ListStates
            list={list}
            empty={
              <Empty icon={Webhook} title={t('emptyTitle')} text={t('emptyText')} action={add} />
            }
          >
            {(endpoints) => (
              <Stack gap="xs">
                <EndpointTable endpoints={endpoints} />
                <Text size="sm" c="dimmed">
                  {t('limit', { count: endpoints.length, max: LIMITS.webhook.endpointsMax })}
                </Text>
              </Stack>
            )}
          </ListStates>
        </Tabs.Panel>
        <Tabs.Panel value="catalog">
          <EventCatalog />
        </Tabs.Panel>
      </Tabs>
      <EndpointForm
        opened={isAdding}
        endpoint={null}
        onClose={() => setIsAdding(false)}
        onCreated={(endpoint) => {
          setIsAdding(false)
          setCreated(endpoint)
        }}
      />
      <WebhookSecret
        endpoint={created}
        onClose={() => {
          setCreated(null)
          if (created) void navigate({ to: `/webhooks/${created.id}` })
        }}
      />
    </PageFrame>
  )
}
