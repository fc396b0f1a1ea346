import { Alert, Anchor, Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import type { WebhookDelivery, WebhookEventType } from '@postern/sdk'
import { webhookEventTypes } from '@postern/sdk/contract'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { deliveryMessages } from './delivery-messages.ts'
import { formMessages } from './form-messages.ts'
import { adviceText, deliveryText, missingBodyKey } from './outcome-text.ts'
import { PlainText } from './plain-text.tsx'

type Props = {
  /** The completed test delivery; `null` closes the dialog. */
  delivery: WebhookDelivery | null
  isSending: boolean
  /** Links open in a new tab, because they would close the dialog below this one. */
  isOnTop?: boolean
  onAgain: (type: WebhookEventType) => void
  onClose: () => void
}

/** The result of a test event, and the choice of another type to send. */
export function TestDialog({ delivery, isSending, isOnTop = false, onAgain, onClose }: Props) {
  const t = useMessages(formMessages)
  const d = useMessages(deliveryMessages)
  const [type, setType] = useState<WebhookEventType>('webhook.test')
  const isOk = delivery?.status === 'succeeded'
  const [attempt] = delivery?.attempts ?? []
  return (
    <Modal opened={delivery !== null} onClose={onClose} title={t('testTitle')} size="lg">
      {delivery && (
        <Stack>
          <Alert
            color={isOk ? 'teal' : 'red'}
            variant="light"
            role="status"
            title={t(isOk ? 'testOk' : 'testFailed')}
            icon={isOk ? <CircleCheck aria-hidden /> : <CircleX aria-hidden />}
          >
            {deliveryText(d, delivery)}
            {attempt && ` · ${d('duration', { ms: attempt.duration_ms })}`}
            {!isOk && (
              <Text size="sm" mt={4}>
                {adviceText(d, delivery)}
              </Text>
            )}
          </Alert>
          {attempt?.response_body ? (
            <PlainText label={d('responseBody')} text={attempt.response_body} height={240} />
          ) : (
            <Text size="sm" c="dimmed">
              {d(missingBodyKey(attempt))}
            </Text>
          )}
          <Select
            label={t('testType')}
            description={t('testTypeHint')}
            data={webhookEventTypes}
            value={type}
            onChange={(value) => value && setType(value)}
            allowDeselect={false}
          />
          <Group justify="space-between">
            <Anchor
              component={Link}
              to={`/webhooks/${delivery.webhook_id}/deliveries/${delivery.id}`}
              size="sm"
              {...(isOnTop ? { target: '_blank' } : {})}
            >
              {t('viewDelivery')}
            </Anchor>
            <Group gap="xs" ms="auto">
              <Button variant="default" loading={isSending} onClick={() => onAgain(type)}>
                {t('sendAgain')}
              </Button>
              <Button onClick={onClose}>{t('close')}</Button>
            </Group>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}
