import { Accordion, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { Profile } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { CopyField } from '../../parts/copy-field.tsx'
import type { ProfileName } from '../../session/use-profiles.ts'
import { useMay, useMember } from '../../session/use-session.ts'
import { CreateKey } from '../api-keys/create-key.tsx'
import { profileMessages } from './messages.ts'
import { ProfileKeys, ProfileWebhooks } from './profile-lists.tsx'

type Props = { profile: ProfileName; fullProfile?: Profile | undefined }

/** IDs, API keys, webhook endpoints and metadata, folded. */
export function ProfileDevelopers({ profile, fullProfile }: Props) {
  const t = useMessages(profileMessages)
  const isOwner = useMember().member.role === 'owner'
  const canSeeWebhooks = useMay('webhooks:read')
  const [isMakingKey, setIsMakingKey] = useState(false)
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <Accordion variant="separated" order={2} value={opened} onChange={setOpened}>
      <Accordion.Item value="developers">
        <Accordion.Control>{t('toDevelop')}</Accordion.Control>
        {/* A closed panel would be loading for ever: its effects do not run. */}
        <Accordion.Panel>{opened && details()}</Accordion.Panel>
      </Accordion.Item>
      {isMakingKey && <CreateKey profile={profile} onClose={() => setIsMakingKey(false)} />}
    </Accordion>
  )

  function details() {
    return (
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Part title={t('ids')}>
          <Stack gap="xs">
            <CopyField label={t('id')} value={profile.id} />
            {profile.external_id && (
              <CopyField label={t('externalId')} value={profile.external_id} />
            )}
          </Stack>
        </Part>
        {isOwner && (
          <Part
            title={t('keys')}
            action={
              <Button variant="default" size="xs" onClick={() => setIsMakingKey(true)}>
                {t('createKey')}
              </Button>
            }
          >
            <ProfileKeys profile={profile} />
          </Part>
        )}
        {canSeeWebhooks && (
          <Part
            title={t('webhooks')}
            action={
              <Button component={Link} to="/webhooks" variant="default" size="xs">
                {t('allWebhooks')}
              </Button>
            }
          >
            <ProfileWebhooks profile={profile} />
          </Part>
        )}
        {fullProfile && Object.keys(fullProfile.metadata).length > 0 && (
          <Part title={t('metadata')}>
            <Text
              size="sm"
              ff="monospace"
              className="untrusted"
              mah={260}
              style={{ overflowY: 'auto' }}
              tabIndex={0}
            >
              {JSON.stringify(fullProfile.metadata, null, 2)}
            </Text>
          </Part>
        )}
      </SimpleGrid>
    )
  }
}

type PartProps = { title: string; action?: ReactNode; children: ReactNode }

function Part({ title, action, children }: PartProps) {
  return (
    <section>
      <Group justify="space-between" mb="xs" mih={30}>
        <Title order={3} size="h5">
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </section>
  )
}
