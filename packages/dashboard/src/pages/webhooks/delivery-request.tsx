import { Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import type { WebhookDelivery } from '@postern/sdk'
import { useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { CopyButton } from '../../parts/copy-field.tsx'
import { deliveryMessages } from './delivery-messages.ts'
import { PlainText } from './plain-text.tsx'

type Request = WebhookDelivery['request']

/** The body, the same in every attempt. It is shown formatted; copying copies the raw bytes. */
export function DeliveryRequest({ request }: { request: Request }) {
  const t = useMessages(deliveryMessages)
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        {request.body === null ? (
          <Text c="dimmed">{t('erased')}</Text>
        ) : (
          <Body raw={request.body} />
        )}
      </Stack>
    </Paper>
  )
}

function Body({ raw }: { raw: string }) {
  const t = useMessages(deliveryMessages)
  const [format, setFormat] = useState<'formatted' | 'raw'>('formatted')
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h4">
          {t('request')}
        </Title>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t('body')}
            value={format}
            onChange={(value) => setFormat(value as typeof format)}
            data={[
              { value: 'formatted', label: t('formatted') },
              { value: 'raw', label: t('raw') },
            ]}
          />
          <CopyButton value={raw} label={t('rawBody')} />
        </Group>
      </Group>
      <PlainText label={t('body')} text={format === 'raw' ? raw : formatted(raw)} height={480} />
    </Stack>
  )
}

function formatted(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw), null, 2)
  } catch {
    return raw
  }
}
