import { Modal, Select, Text } from '@mantine/core'
import type { ApiKey, ApiKeyWithSecret } from '@postern/sdk'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useMessages } from '../../messages/messages.ts'
import { Form, useForm } from '../../parts/form.tsx'
import { visibleName } from '../../parts/visible-name.ts'
import { CreatedKey } from './created-key.tsx'
import { KeyFacts } from './key-facts.tsx'
import { keyMessages } from './messages.ts'

const overlaps = [
  { messageKey: 'overlapNone', seconds: 0 },
  { messageKey: 'overlapHour', seconds: 3_600 },
  { messageKey: 'overlapDay', seconds: 86_400 },
  { messageKey: 'overlapWeek', seconds: 604_800 },
] as const

/** Rotates a key: the new one has the same scopes, the old one works until the overlap ends. */
export function RotateKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useMessages(keyMessages)
  const [rotated, setRotated] = useState<ApiKeyWithSecret | null>(null)
  const form = useForm({
    initialValues: { overlap_seconds: '86400' },
    send: ({ overlap_seconds }) =>
      client.apiKeys.rotate(apiKey.id, { overlap_seconds: Number(overlap_seconds) }),
    topics: ['api_keys'],
    onSuccess: setRotated,
  })
  if (rotated) return <CreatedKey title={t('rotated')} apiKey={rotated} onClose={onClose} />
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <Text span inherit className="untrusted" lineClamp={2}>
          {t('rotateTitle', { name: visibleName(apiKey.name, apiKey.id) })}
        </Text>
      }
    >
      <Form form={form} action={t('rotate')} onCancel={onClose}>
        <KeyFacts apiKey={apiKey} />
        <Text size="sm">{t('rotateText')}</Text>
        <Select
          label={t('overlap')}
          data={overlaps.map(({ messageKey, seconds }) => ({
            value: `${seconds}`,
            label: t(messageKey),
          }))}
          allowDeselect={false}
          data-autofocus
          {...form.field('overlap_seconds')}
        />
      </Form>
    </Modal>
  )
}
