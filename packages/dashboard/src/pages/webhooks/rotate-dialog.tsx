import { Alert, Modal, Select, Text } from '@mantine/core'
import type { WebhookEndpoint, WebhookEndpointWithSecret } from '@postern/sdk'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useMessages } from '../../messages/messages.ts'
import { Form, useForm } from '../../parts/form.tsx'
import { formMessages } from './form-messages.ts'
import { WebhookSecret } from './webhook-secret.tsx'

const overlaps = ['3600', '86400', '604800', '0'] as const

type Props = { endpoint: WebhookEndpoint; opened: boolean; onClose: () => void }

/** Rotates the signing secret and shows it once; both sign until the old one ends. */
export function RotateDialog({ endpoint, opened, onClose }: Props) {
  const t = useMessages(formMessages)
  const [rotated, setRotated] = useState<WebhookEndpointWithSecret | null>(null)
  const form = useForm({
    initialValues: { overlap_seconds: '86400' },
    send: ({ overlap_seconds }) =>
      client.webhooks.rotateSecret(endpoint.id, { overlap_seconds: Number(overlap_seconds) }),
    topics: ['webhooks'],
    onSuccess: (endpoint) => {
      setRotated(endpoint)
      onClose()
    },
  })
  const isRevoked = form.values.overlap_seconds === '0'
  return (
    <>
      <Modal opened={opened} onClose={onClose} title={t('rotateTitle')}>
        <Form
          form={form}
          action={t(isRevoked ? 'revokeAndRotate' : 'rotate')}
          button={isRevoked ? { color: 'red' } : {}}
          onCancel={onClose}
        >
          <Text size="sm">
            {t('rotateText')}
            {!isRevoked && ` ${t('rotateBoth')}`}
          </Text>
          {endpoint.previous_secret_expires_at && (
            <Alert variant="light" color="yellow">
              {t('previousEnds')}
            </Alert>
          )}
          <Select
            label={t('overlap')}
            allowDeselect={false}
            data={overlaps.map((value) => ({ value, label: t(`overlap_${value}`) }))}
            data-autofocus
            {...form.field('overlap_seconds')}
          />
          {isRevoked && (
            <Alert
              variant="light"
              color="orange"
              icon={<TriangleAlert aria-hidden />}
              role="status"
            >
              {t('revokeNow')}
            </Alert>
          )}
        </Form>
      </Modal>
      <WebhookSecret endpoint={rotated} isRotated onClose={() => setRotated(null)} />
    </>
  )
}
