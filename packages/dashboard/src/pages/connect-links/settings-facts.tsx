import { Button, Group, Stack, Text } from '@mantine/core'
import type { ConnectLink, Invitation } from '@postern/sdk'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { CreateLink } from '../../connect/create-link.tsx'
import { pageLanguages } from '../../connect/email-text.ts'
import { settingsOf } from '../../connect/link-settings.ts'
import { linkMessages } from '../../connect/messages.ts'
import { useReconnect } from '../../connect/reconnect.tsx'
import { useMessages } from '../../messages/messages.ts'
import { CopyField } from '../../parts/copy-field.tsx'
import { Fact } from '../../parts/fact.tsx'
import { When } from '../../parts/when.tsx'
import { useAccountOf } from '../../session/use-accounts.ts'
import { useProfileName, useProfileOf } from '../../session/use-profiles.ts'
import { Platforms } from './link-table.tsx'

type Props = { of: ConnectLink | Invitation; onClose: () => void }

/** The settings of a link or an invitation, with a button to create another. */
export function SettingsFacts({ of, onClose }: Props) {
  const t = useMessages(linkMessages)
  const nameOf = useProfileName()
  return (
    <Stack gap="xs">
      <Fact label={t('profile')}>
        <Text size="sm" className="untrusted" dir="auto">
          {nameOf(of.profile_id)}
        </Text>
      </Fact>
      <Fact label={t('platforms')}>
        <Platforms platforms={of.platforms} />
      </Fact>
      <Fact label={t('returnUrl')}>
        <Text size="sm" className="untrusted">
          {of.redirect_url}
        </Text>
      </Fact>
      <Fact label={t('language')}>
        <Text size="sm">{of.language ? pageLanguages[of.language] : t('browserLanguage')}</Text>
      </Fact>
      <Fact label={t('createdAt')}>
        <When at={of.created_at} size="sm" exact />
      </Fact>
      <Fact label={t('expiresAt')}>
        <When at={of.expires_at} size="sm" exact />
      </Fact>
      <CopyField label={t(of.object === 'invitation' ? 'invitationId' : 'id')} value={of.id} />
      <Group justify="space-between" gap="sm" mt="xs">
        <Text size="xs" c="dimmed" flex="1 1 260px">
          {t('notStored')}
        </Text>
        <CreateAgain of={of} onClose={onClose} />
      </Group>
    </Stack>
  )
}

/** Opens the form with the same settings, or the reconnect dialog of the same account. */
function CreateAgain({ of, onClose }: Props) {
  const t = useMessages(linkMessages)
  const reconnect = useReconnect()
  const account = useAccountOf()(of.account_id ?? '')
  const profile = useProfileOf()(of.profile_id)
  const [isCreating, setIsCreating] = useState(false)
  const open = () => {
    if (!account) return setIsCreating(true)
    onClose()
    reconnect(account)
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<Plus size={16} aria-hidden />}
        onClick={open}
        disabled={!profile || (of.account_id !== null && !account)}
      >
        {t('sameAgain')}
      </Button>
      {isCreating && profile && (
        <CreateLink profile={profile} like={settingsOf(of)} onClose={() => setIsCreating(false)} />
      )}
    </>
  )
}
