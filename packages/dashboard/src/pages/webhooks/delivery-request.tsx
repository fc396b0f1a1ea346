import { Group, Paper, SegmentedControl, Stack, Table, Text, Title } from '@mantine/core'
import type { WebhookDelivery } from '@postern/sdk'
import { useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { CopyButton } from '../../parts/copy-field.tsx'
import { deliveryMessages } from './delivery-messages.ts'
import { PlainText } from './plain-text.tsx'

type Request = WebhookDelivery['request']

/** Request headers and body. The body is shown formatted; copying copies the raw bytes. */
export function DeliveryRequest({ request }: { request: Request }) {
  const t = useMessages(deliveryMessages)
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <Title order={2} size="h4">
          {t('request')}
        </Title>
        <Headers headers={request.headers} />
        {request.body === null ? (
          <Text c="dimmed">{t('erased')}</Text>
        ) : (
          <Body raw={request.body} />
        )}
      </Stack>
    </Paper>
  )
}

function Headers({ headers }: { headers: Request['headers'] }) {
  const t = useMessages(deliveryMessages)
  return (
    <Stack gap={4}>
      <Title order={3} size="h5">
        {t('headers')}
      </Title>
      <Table layout="fixed" verticalSpacing={4}>
        <Table.Tbody>
          {Object.entries(headers).map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" w="40%" fw={500} fz="sm" className="untrusted">
                {name}
              </Table.Th>
              <Table.Td fz="sm" ff="monospace" className="untrusted">
                {value}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="xs" c="dimmed">
        {t('headersHint')}
      </Text>
    </Stack>
  )
}

function Body({ raw }: { raw: string }) {
  const t = useMessages(deliveryMessages)
  const [format, setFormat] = useState<'formatted' | 'raw'>('formatted')
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h5">
          {t('body')}
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
