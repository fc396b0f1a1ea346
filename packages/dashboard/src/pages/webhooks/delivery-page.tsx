import { Alert, Anchor, Badge, Button, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { PosternError, type WebhookDelivery } from '@postern/sdk'
import { Link, useParams } from '@tanstack/react-router'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { client } from '../../api/client.ts'
import { shownInForm, useAction, useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { DataState } from '../../parts/data-state.tsx'
import { formatInstant } from '../../parts/dates.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { notifyStarted } from '../../parts/notify.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { When } from '../../parts/when.tsx'
import { Attempts } from './attempts.tsx'
import { deliveryMessages } from './delivery-messages.ts'
import { DeliveryRequest } from './delivery-request.tsx'
import { DeliveryStatus } from './delivery-status.tsx'
import { Fact } from './endpoint-facts.tsx'
import { deliveryText } from './outcome-text.ts'
import { SubjectLink } from './subject.tsx'

/** One delivery with its attempts and its request. */
export function Page() {
  const t = useMessages(deliveryMessages)
  const { id, deliveryId } = useParams({ strict: false }) as { id: string; deliveryId: string }
  const query = useData('deliveries', ['one', id, deliveryId], (each, signal) =>
    each.webhooks.deliveries.get(id, deliveryId, { signal }),
  )
  return (
    <Stack gap="sm">
      <BackLink to={`/webhooks/${id}`} label={t('back')} />
      {query.data ? (
        <Delivery delivery={query.data} />
      ) : (
        <PageFrame title={t('delivery')}>
          <DataState query={query} rows={6}>
            {() => null}
          </DataState>
        </PageFrame>
      )}
    </Stack>
  )
}

function Delivery({ delivery }: { delivery: WebhookDelivery }) {
  const t = useMessages(deliveryMessages)
  const resend = useAction(
    () => client.webhooks.deliveries.resend(delivery.webhook_id, delivery.id),
    {
      topics: ['deliveries', 'webhooks'],
      onSuccess: () => notifyStarted(t('resent')),
      onError: shownInForm,
    },
  )
  return (
    <PageFrame
      title={t('title', { event: delivery.event_type })}
      text={
        delivery.test && (
          <Badge variant="light" color="gray" tt="none">
            {t('test')}
          </Badge>
        )
      }
      actions={
        <Button
          leftSection={<RotateCw size={16} aria-hidden />}
          loading={resend.isPending}
          onClick={() => resend.mutate(undefined)}
        >
          {t('resend')}
        </Button>
      }
    >
      {resend.error && <Refused error={resend.error} webhookId={delivery.webhook_id} />}
      <Facts delivery={delivery} />
      <Attempts delivery={delivery} />
      <DeliveryRequest request={delivery.request} />
    </PageFrame>
  )
}

function Refused({ error, webhookId }: { error: Error; webhookId: string }) {
  const t = useMessages(deliveryMessages)
  if (!(error instanceof PosternError) || error.code !== 'webhook_inactive') {
    return <ErrorNotice error={error} />
  }
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={t('inactiveTitle')}
      icon={<TriangleAlert aria-hidden />}
    >
      <Text size="sm">
        {t('inactiveText')}{' '}
        <Anchor
          component={Link}
          to={`/webhooks/${webhookId}`}
          inherit
          c="inherit"
          underline="always"
        >
          {t('viewEndpoint')}
        </Anchor>
      </Text>
    </Alert>
  )
}

function Facts({ delivery }: { delivery: WebhookDelivery }) {
  const t = useMessages(deliveryMessages)
  const { i18n } = useTranslation()
  const { status, test, next_attempt_at: next, attempt_count: count, max_attempts: max } = delivery
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 2, md: 5 }}>
          <Fact name={t('status')}>
            <DeliveryStatus delivery={delivery} />
          </Fact>
          <Fact name={t('result')}>
            <Text size="sm">{deliveryText(t, delivery)}</Text>
          </Fact>
          <Fact name={t('created')}>
            <When at={delivery.created_at} fz="sm" exact />
          </Fact>
          <Fact name={t('subject')}>
            <SubjectLink delivery={delivery} />
          </Fact>
          <Fact name={t('attempts')}>
            {t('attemptsCount', { count })}
            {!test && (
              <Text size="xs" c="dimmed">
                {t('automaticMax', { max })}
              </Text>
            )}
          </Fact>
        </SimpleGrid>
        {next && <Text size="sm">{t('next', { time: formatInstant(next, i18n.language) })}</Text>}
        {(status === 'failed' || status === 'skipped') && (
          <Text size="sm">
            {t(test ? 'testNotRetried' : count >= max ? 'noRetriesLeft' : 'noFurtherRetries')}
          </Text>
        )}
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <CopyField label={t('id')} value={delivery.id} />
          <CopyField label={t('eventId')} value={delivery.event_id} />
        </SimpleGrid>
      </Stack>
    </Paper>
  )
}
