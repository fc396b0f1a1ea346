import { Accordion, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { WebhookDelivery } from '@postern/sdk'
import { CircleCheck, CircleX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { CopyButton } from '../../parts/copy-field.tsx'
import { When } from '../../parts/when.tsx'
import { AttemptRequest, Headers } from './attempt-request.tsx'
import { deliveryMessages } from './delivery-messages.ts'
import { missingBodyKey, outcomeText } from './outcome-text.ts'
import { PlainText } from './plain-text.tsx'

type Attempt = WebhookDelivery['attempts'][number]

/** Attempts of a delivery, newest first; each expands to its response, the newest by itself. */
export function Attempts({ delivery }: { delivery: WebhookDelivery }) {
  const t = useMessages(deliveryMessages)
  const attempts = delivery.attempts.toSorted((left, right) => right.number - left.number)
  const newest = attempts[0]?.number
  const [open, setOpen] = useState([String(newest)])
  useEffect(() => {
    setOpen((before) => [...new Set([...before, String(newest)])])
  }, [newest])
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t('attempts')}
      </Title>
      {attempts.length === 0 ? (
        <Text c="dimmed">{t('noAttempts')}</Text>
      ) : (
        <Accordion
          variant="separated"
          multiple
          keepMounted={false}
          order={3}
          value={open}
          onChange={setOpen}
        >
          {attempts.map((attempt) => (
            <Accordion.Item key={attempt.number} value={String(attempt.number)}>
              <Accordion.Control icon={<OutcomeIcon attempt={attempt} />}>
                <Group gap="xs" justify="space-between" pe="xs">
                  <Text fw={600} size="sm">
                    {t('attempt', { number: attempt.number })} · {outcomeText(t, attempt)}
                  </Text>
                  <Text size="sm" c="dimmed" component="span">
                    <When at={attempt.started_at} exact="seconds" /> ·{' '}
                    {t('duration', { ms: attempt.duration_ms })}
                  </Text>
                </Group>
              </Accordion.Control>
              <Accordion.Panel>
                <SimpleGrid
                  cols={{ base: 1, lg: hasResponse(attempt) ? 2 : 1 }}
                  spacing={{ base: 'md', lg: 'xl' }}
                >
                  <Response attempt={attempt} />
                  <AttemptRequest delivery={delivery} attempt={attempt} />
                </SimpleGrid>
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
    </Stack>
  )
}

/** Whether there is enough of a response for a column of its own. */
function hasResponse({ response_body, response_headers }: Attempt): boolean {
  return Boolean(response_body || response_headers)
}

function OutcomeIcon({ attempt }: { attempt: Attempt }) {
  if (attempt.error) return <CircleX size={18} color="var(--mantine-color-error)" aria-hidden />
  return <CircleCheck size={18} color="var(--mantine-color-teal-7)" aria-hidden />
}

function Response({ attempt }: { attempt: Attempt }) {
  const t = useMessages(deliveryMessages)
  return (
    <Stack gap="sm">
      {attempt.response_body ? (
        <Stack gap={4}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm" fw={500}>
              {t('responseBody')}
            </Text>
            <CopyButton value={attempt.response_body} label={t('responseBody')} />
          </Group>
          <PlainText label={t('responseBody')} text={attempt.response_body} height={320} />
        </Stack>
      ) : (
        <Text size="sm" c="dimmed">
          {t(missingBodyKey(attempt))}
        </Text>
      )}
      {attempt.response_headers && (
        <Headers label={t('responseHeaders')} headers={attempt.response_headers} />
      )}
    </Stack>
  )
}
