import { Accordion, Stack, Table, Text } from '@mantine/core'
import type { WebhookDelivery } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { deliveryMessages } from './delivery-messages.ts'
import { curlCommand, verifyCommand } from './shell-commands.ts'
import { VerifyLink } from './verify.tsx'

type Attempt = WebhookDelivery['attempts'][number]
type Props = { delivery: WebhookDelivery; attempt: Attempt }

/** The request of an attempt as it was sent, with commands to repeat it and to verify its signature. */
export function AttemptRequest({ delivery, attempt }: Props) {
  const t = useMessages(deliveryMessages)
  const { headers, body } = delivery.request
  const { signature } = attempt
  const sent = { ...headers, ...(signature ? { 'Service-Signature': signature } : {}) }
  return (
    <Stack gap="xs">
      <Text size="sm" className="untrusted">
        {t('url')}: {attempt.url}
      </Text>
      <Headers label={t('requestHeaders')} headers={sent} />
      {!signature && (
        <Text size="sm" c="dimmed">
          {t('signatureMissing')}
        </Text>
      )}
      {signature && body !== null && (
        <Accordion
          variant="contained"
          styles={{ label: { fontSize: 'var(--mantine-font-size-sm)', paddingBlock: 8 } }}
          chevronPosition="left"
          keepMounted={false}
          order={4}
        >
          <Accordion.Item value="verify">
            <Accordion.Control>{t('verifyThis')}</Accordion.Control>
            <Accordion.Panel>
              <Stack gap="xs">
                <Text size="sm">{t('verifyHint')}</Text>
                <VerifyLink />
                <CodeBlock label={t('verifyThis')} code={verifyCommand(signature, body)} />
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
          <Accordion.Item value="curl">
            <Accordion.Control>{t('curl')}</Accordion.Control>
            <Accordion.Panel>
              <CodeBlock label={t('curl')} code={curlCommand(attempt.url, sent, body)} />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
      )}
    </Stack>
  )
}

type HeadersProps = { label: string; headers: Record<string, string> }

/** Headers as data: names and values may be a receiver's. */
export function Headers({ label, headers }: HeadersProps) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Table layout="fixed" verticalSpacing={4} aria-label={label}>
        <Table.Tbody>
          {Object.entries(headers).map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th
                scope="row"
                w={{ base: '40%', sm: '30%' }}
                fw={500}
                fz="sm"
                className="untrusted"
              >
                {name}
              </Table.Th>
              <Table.Td fz="sm" ff="monospace" className="untrusted">
                {value}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}
