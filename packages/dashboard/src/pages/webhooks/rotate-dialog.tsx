import { Alert, Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import type { WebhookEndpoint } from '@postern/sdk'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { FormError, shownInForm } from '../../parts/form-error.tsx'
import { commonMessages as partWords } from '../../parts/messages.ts'
import { formMessages } from './form-messages.ts'
import { WebhookSecret } from './webhook-secret.tsx'

const overlaps = ['3600', '86400', '604800', '0'] as const

type Props = { endpoint: WebhookEndpoint; opened: boolean; onClose: () => void }

/** Rotates the signing secret and shows it once; both sign until the old one ends. */
export function RotateDialog({ endpoint, opened, onClose }: Props) {
  const t = useMessages(formMessages)
  const p = useMessages(partWords)
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('86400')
  const isRevoked = overlap === '0'
  const rotate = useAction(
    () => client.webhooks.rotateSecret(endpoint.id, { overlap_seconds: Number(overlap) }),
    { topics: ['webhooks'], onSuccess: onClose, onError: shownInForm },
  )
  return (
    <>
      <Modal opened={opened} onClose={onClose} title={t('rotateTitle')}>
        <Stack>
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
            value={overlap}
            onChange={(value) => value && setOverlap(value as typeof overlap)}
            data-autofocus
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
          <FormError error={rotate.error} fields={[]} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {p('cancel')}
            </Button>
            <Button
              loading={rotate.isPending}
              {...(isRevoked ? { color: 'red' } : {})}
              onClick={() => rotate.mutate(undefined)}
            >
              {t(isRevoked ? 'revokeAndRotate' : 'rotate')}
            </Button>
          </Group>
        </Stack>
      </Modal>
      <WebhookSecret endpoint={rotate.data ?? null} isRotated onClose={rotate.reset} />
    </>
  )
}
