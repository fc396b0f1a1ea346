import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import type { ApiKey } from '@postern/sdk'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { FormError, shownInForm } from '../../parts/form-error.tsx'
import { shownName } from '../../parts/shown-name.ts'
import { words } from '../../parts/words.ts'
import { MadeKey } from './made-key.tsx'
import { keyWords } from './words.ts'

const overlaps = [
  { word: 'overlapNone', seconds: 0 },
  { word: 'overlapHour', seconds: 3_600 },
  { word: 'overlapDay', seconds: 86_400 },
  { word: 'overlapWeek', seconds: 604_800 },
] as const

/** A new key with the same rights; the old one works on for a while. */
export function RotateKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useMessages(keyWords)
  const common = useMessages(words)
  const [seconds, setSeconds] = useState('86400')
  const [secret, setSecret] = useState<string | null>(null)
  const rotate = useAction(
    () => client.apiKeys.rotate(apiKey.id, { overlap_seconds: Number(seconds) }),
    { topics: ['api_keys'], onError: shownInForm, onSuccess: (key) => setSecret(key.secret) },
  )
  if (secret) return <MadeKey title={t('rotated')} secret={secret} onClose={onClose} />
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <Text span inherit className="untrusted" lineClamp={2}>
          {t('rotateTitle', { name: shownName(apiKey.name, apiKey.id) })}
        </Text>
      }
    >
      <Stack>
        <Text size="sm">{t('rotateText')}</Text>
        <Select
          label={t('overlap')}
          data={overlaps.map(({ word, seconds: each }) => ({ value: `${each}`, label: t(word) }))}
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
