import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import type { ApiKey, ApiKeyWithSecret } from '@postern/sdk'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { FormError, shownInForm } from '../../parts/form-error.tsx'
import { commonMessages } from '../../parts/messages.ts'
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
  const common = useMessages(commonMessages)
  const [seconds, setSeconds] = useState('86400')
  const [rotated, setRotated] = useState<ApiKeyWithSecret | null>(null)
  const rotate = useAction(
    () => client.apiKeys.rotate(apiKey.id, { overlap_seconds: Number(seconds) }),
    { topics: ['api_keys'], onError: shownInForm, onSuccess: setRotated },
  )
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
      <Stack>
        <KeyFacts apiKey={apiKey} />
        <Text size="sm">{t('rotateText')}</Text>
        <Select
          label={t('overlap')}
          data={overlaps.map(({ messageKey, seconds: each }) => ({
            value: `${each}`,
            label: t(messageKey),
          }))}
          value={seconds}
          onChange={(value) => setSeconds(value ?? '0')}
          allowDeselect={false}
          data-autofocus
        />
        <FormError error={rotate.error} fields={[]} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button onClick={() => rotate.mutate(undefined)} loading={rotate.isPending}>
            {t('rotate')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
