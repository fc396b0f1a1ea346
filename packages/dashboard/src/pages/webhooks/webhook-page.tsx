import { Stack, Tabs } from '@mantine/core'
import type { WebhookEndpoint } from '@postern/sdk'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useData } from '../../api/use-data.ts'
import { useSearchParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { DataState } from '../../parts/data-state.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { BreakableUrl } from './breakable-url.tsx'
import { Deliveries } from './deliveries.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointFacts } from './endpoint-facts.tsx'
import { EndpointNotices } from './endpoint-notices.tsx'
import { webhookMessages } from './messages.ts'
import { TestDialog } from './test-dialog.tsx'
import { useTest } from './use-endpoint.ts'

// With the code of charts.
const EndpointStatistics = lazy(() => import('./endpoint-statistics.tsx'))

const tabs = ['deliveries', 'statistics'] as const

/** One endpoint with its alerts, details and deliveries. */
export function Page() {
  const t = useMessages(webhookMessages)
  const { id } = useParams({ strict: false }) as { id: string }
  const query = useData('webhooks', ['one', id], (each, signal) =>
    each.webhooks.get(id, { signal }),
  )
  return (
    <Stack gap="sm">
      <BackLink to="/webhooks" label={t('back')} />
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
  const [tab, setTab] = useSearchParam('tab')
  const test = useTest(endpoint.id)
  const sendTest = () => test.mutate('webhook.test')
  return (
    <PageFrame
      title={endpoint.url}
      heading={<BreakableUrl url={endpoint.url} />}
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
      <Tabs
        value={tabs.find((each) => each === tab) ?? 'deliveries'}
        onChange={(value) => setTab(value === 'deliveries' ? null : value)}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(name)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="deliveries">
          <Deliveries endpoint={endpoint} onTest={sendTest} />
        </Tabs.Panel>
        <Tabs.Panel value="statistics">
          <Suspense>
            <EndpointStatistics endpoint={endpoint} />
          </Suspense>
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
