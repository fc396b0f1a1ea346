import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import type { WebhookEndpoint } from '@postern/sdk'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { FormError, shownInForm } from '../../parts/form-error.tsx'
import { commonMessages as partWords } from '../../parts/messages.ts'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { formMessages } from './form-messages.ts'
import { webhookMessages } from './messages.ts'
import { Verify } from './verify.tsx'

const overlaps = ['86400', '3600', '604800', '0'] as const

type Props = { endpoint: WebhookEndpoint; opened: boolean; onClose: () => void }

/** Rotates the signing secret and shows it once; both sign until the overlap ends. */
export function RotateDialog({ endpoint, opened, onClose }: Props) {
  const t = useMessages(formMessages)
  const p = useMessages(partWords)
  const w = useMessages(webhookMessages)
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('86400')
  const rotate = useAction(
    () => client.webhooks.rotateSecret(endpoint.id, { overlap_seconds: Number(overlap) }),
    { topics: ['webhooks'], onSuccess: onClose, onError: shownInForm },
  )
  return (
    <>
      <Modal opened={opened} onClose={onClose} title={t('rotateTitle')}>
        <Stack>
          <Text size="sm">{t('rotateText')}</Text>
          <Select
            label={t('overlap')}
            allowDeselect={false}
            data={overlaps.map((value) => ({ value, label: t(`overlap_${value}`) }))}
            value={overlap}
            onChange={(value) => value && setOverlap(value as typeof overlap)}
            data-autofocus
          />
          <FormError error={rotate.error} fields={[]} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {p('cancel')}
            </Button>
            <Button loading={rotate.isPending} onClick={() => rotate.mutate(undefined)}>
              {t('rotate')}
            </Button>
          </Group>
        </Stack>
      </Modal>
      <SecretDialog
        title={w('secretTitle')}
        label={w('secret')}
        secret={rotate.data?.secret ?? null}
        onClose={rotate.reset}
      >
        <Verify />
      </SecretDialog>
    </>
  )
}
