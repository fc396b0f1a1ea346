import { Anchor, Button, Stack, Text } from '@mantine/core'
import type { WebhookEndpointWithSecret } from '@postern/sdk'
import { useNavigate } from '@tanstack/react-router'
import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { Empty } from '../../parts/empty.tsx'
import { ListStates } from '../../parts/list-states.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { EndpointTable } from './endpoint-table.tsx'
import { webhookMessages } from './messages.ts'
import { WebhookSecret } from './webhook-secret.tsx'

/** Endpoints; the documentation has all events. */
export function Page() {
  const t = useMessages(webhookMessages)
  const navigate = useNavigate()
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
      text={
        <>
          {t('text', { max: LIMITS.webhook.failuresBeforeInactive })}{' '}
          <Anchor href="/docs/events" target="_blank" inherit underline="always">
            {t('catalog')}
          </Anchor>
        </>
      }
      actions={list.items.length > 0 && add}
    >
      <ListStates
        list={list}
        empty={<Empty icon={Webhook} title={t('emptyTitle')} text={t('emptyText')} action={add} />}
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
