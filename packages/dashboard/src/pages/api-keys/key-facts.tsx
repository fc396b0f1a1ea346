import { Stack, Text } from '@mantine/core'
import type { ApiKey } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { Status } from '../../parts/status.tsx'
import { When } from '../../parts/when.tsx'
import { keyMessages } from './messages.ts'

type Props = { apiKey: ApiKey }

/** Tells keys with the same name apart, such as those before and after a rotation. */
export function KeyFacts({ apiKey }: Props) {
  const t = useMessages(keyMessages)
  return (
    <Stack gap={2} align="flex-start">
      <Text size="sm" fw={600} ff="monospace">
        {apiKey.hint}…
      </Text>
      <Text size="sm" c="dimmed">
        {t('createdAt')}: <When at={apiKey.created_at} exact />
      </Text>
      <Text size="sm" c="dimmed">
        {t('lastUsed')}: <When at={apiKey.last_used_at} exact />
      </Text>
      {isReplaced(apiKey) && <KeyStatus apiKey={apiKey} />}
    </Stack>
  )
}

/** The status of a key and its end. A key that a rotation replaced is active until its overlap ends. */
export function KeyStatus({ apiKey }: Props) {
  const t = useMessages(keyMessages)
  const { status, revoked_at, expires_at } = apiKey
  const shown = isReplaced(apiKey) ? 'replaced' : status
  const at = revoked_at ?? expires_at
  const ends = { replaced: `${t('validUntil')} `, active: `${t('expires')} ` }
  return (
    <Stack gap={2} align="flex-start">
      <Status value={shown === 'active' ? 'active' : 'ended'} label={t(shown)} />
      {at && (
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {ends[shown as keyof typeof ends]}
          <When at={at} exact />
        </Text>
      )}
    </Stack>
  )
}

/** Only a rotation sets when an active key is revoked. */
function isReplaced({ status, revoked_at }: ApiKey): boolean {
  return status === 'active' && revoked_at !== null
}
