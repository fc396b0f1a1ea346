import { Anchor, Group, Stack, Tabs } from '@mantine/core'
import type { WebhookEndpoint, WebhookEventType } from '@postern/sdk'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { client } from '../../api/client.ts'
import { useAction, useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Deliveries } from './deliveries.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointFacts } from './endpoint-facts.tsx'
import { EndpointNotices } from './endpoint-notices.tsx'
import { webhookMessages } from './messages.ts'
import { TestDialog } from './test-dialog.tsx'
import { Verify } from './verify.tsx'

// With the code of charts.
const EndpointStatistics = lazy(() => import('./endpoint-statistics.tsx'))

/** One endpoint with its alerts, details and deliveries. */
export function Page() {
  const t = useMessages(webhookMessages)
  const { id } = useParams({ strict: false }) as { id: string }
  const query = useData('webhooks', ['one', id], (each, signal) =>
    each.webhooks.get(id, { signal }),
  )
  return (
    <Stack gap="sm">
      <Anchor component={Link} to="/webhooks" size="sm" maw={1320} mx="auto" w="100%">
        <Group gap={4} component="span">
          <ArrowLeft size={15} aria-hidden /> {t('back')}
        </Group>
      </Anchor>
      {query.data ? (
        <Endpoint endpoint={query.data} />
      ) : (
        <PageFrame title={t('title')}>
          <DataState query={query} rows={6}>
            {() => null}
          </DataState>
        </PageFrame>
      )}
    </Stack>
  )
}

function Endpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useMessages(webhookMessages)
  const test = useAction(
    (_client, type: WebhookEventType) => client.webhooks.test(endpoint.id, { type }),
    {
      topics: ['deliveries'],
    },
  )
  const sendTest = () => test.mutate('webhook.test')
  return (
    <PageFrame
      title={endpoint.url}
      text={
        endpoint.description && (
          <span className="untrusted" dir="auto">
            {endpoint.description}
          </span>
        )
      }
      actions={<EndpointActions endpoint={endpoint} isTesting={test.isPending} onTest={sendTest} />}
    >
      <EndpointNotices endpoint={endpoint} />
      <EndpointFacts endpoint={endpoint} />
      <Tabs defaultValue="deliveries" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="deliveries">{t('deliveries')}</Tabs.Tab>
          <Tabs.Tab value="statistics">{t('statistics')}</Tabs.Tab>
          <Tabs.Tab value="verify">{t('verify')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="deliveries">
          <Deliveries endpoint={endpoint} onTest={sendTest} />
        </Tabs.Panel>
        <Tabs.Panel value="statistics">
          <Suspense>
            <EndpointStatistics endpoint={endpoint} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="verify" maw={860}>
          <Verify />
        </Tabs.Panel>
      </Tabs>
      <TestDialog
        delivery={test.data ?? null}
        isSending={test.isPending}
        onAgain={test.mutate}
        onClose={test.reset}
      />
    </PageFrame>
  )
}
