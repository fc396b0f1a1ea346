import { Divider, Modal, Stack, Text } from '@mantine/core'
import type { ConnectLink } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { CopyField } from '../../parts/copy-field.tsx'
import { DataState } from '../../parts/data-state.tsx'
import { Fact } from '../../parts/fact.tsx'
import { When } from '../../parts/when.tsx'
import { useProfileName } from '../../session/use-profiles.ts'
import { pageLanguages } from './email-text.ts'
import { LinkStatus, usePolledLink } from './link-status.tsx'
import { Platforms } from './link-table.tsx'
import { linkMessages } from './messages.ts'

/** A link's details, without its URL. */
export function LinkDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useMessages(linkMessages)
  const link = usePolledLink(id)
  return (
    <Modal opened onClose={onClose} title={t('details')} size="lg">
      <DataState query={link}>
        {(data) => (
          <Stack>
            <LinkStatus link={data} />
            <Divider />
            <Facts link={data} />
          </Stack>
        )}
      </DataState>
    </Modal>
  )
}

function Facts({ link }: { link: ConnectLink }) {
  const t = useMessages(linkMessages)
  const nameOf = useProfileName()
  return (
    <Stack gap="xs">
      <Fact label={t('profile')}>
        <Text size="sm" className="untrusted" dir="auto">
          {nameOf(link.profile_id)}
        </Text>
      </Fact>
      <Fact label={t('platforms')}>
        <Platforms platforms={link.platforms} />
      </Fact>
      <Fact label={t('returnUrl')}>
        <Text size="sm" className="untrusted">
          {link.redirect_url}
        </Text>
      </Fact>
      <Fact label={t('language')}>
        <Text size="sm">{link.language ? pageLanguages[link.language] : t('browserLanguage')}</Text>
      </Fact>
      <Fact label={t('createdAt')}>
        <When at={link.created_at} size="sm" exact />
      </Fact>
      <Fact label={t('expiresAt')}>
        <When at={link.expires_at} size="sm" exact />
      </Fact>
      <CopyField label={t('id')} value={link.id} />
      <Text size="xs" c="dimmed">
        {t('notStored')}
      </Text>
    </Stack>
  )
}
