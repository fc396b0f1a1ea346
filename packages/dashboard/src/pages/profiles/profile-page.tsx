import { Badge, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { Profile } from '@postern/sdk'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Eye, Link2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useData } from '../../api/use-data.ts'
import { useProfileParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { CopyField } from '../../parts/copy-field.tsx'
import { DataState } from '../../parts/data-state.tsx'
import { NotFoundNotice } from '../../parts/not-found-notice.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { profileName } from '../../parts/visible-name.ts'
import { type ProfileName, useProfiles } from '../../session/use-profiles.ts'
import { useMember } from '../../session/use-session.ts'
import { CreateKey } from '../api-keys/create-key.tsx'
import { CreateLink } from '../connect-links/create-link.tsx'
import { profileMessages } from './messages.ts'
import { ProfileAccounts, ProfileKeys, ProfileLinks, ProfileWebhooks } from './profile-lists.tsx'
import { ProfileMenu } from './profile-menu.tsx'

export function Page() {
  const { id } = useParams({ strict: false }) as { id: string }
  return useMember().member.role === 'owner' ? <OwnProfile id={id} /> : <StaffProfile id={id} />
}

function OwnProfile({ id }: { id: string }) {
  const t = useMessages(profileMessages)
  const profile = useData('profiles', ['one', id], (client) => client.profiles.get(id), {
    scope: 'all',
  })
  if (profile.data) return <ProfileDetails profile={profile.data} fullProfile={profile.data} />
  return (
    <PageFrame title={t('title')}>
      <DataState query={profile}>{() => null}</DataState>
    </PageFrame>
  )
}

/** Staff members get their profiles from the session. */
function StaffProfile({ id }: { id: string }) {
  const t = useMessages(profileMessages)
  const profile = useProfiles().find((each) => each.id === id || each.external_id === id)
  if (profile) return <ProfileDetails profile={profile} />
  return (
    <PageFrame title={t('title')}>
      <NotFoundNotice />
    </PageFrame>
  )
}

function ProfileDetails({ profile, fullProfile }: { profile: ProfileName; fullProfile?: Profile }) {
  const t = useMessages(profileMessages)
  const navigate = useNavigate()
  const isOwner = useMember().member.role === 'owner'
  const [chosen, choose] = useProfileParam()
  const [isLinking, setIsLinking] = useState(false)
  const [isMakingKey, setIsMakingKey] = useState(false)
  return (
    <PageFrame
      title={profileName(profile)}
      text={fullProfile?.is_default && <Badge variant="default">{t('isDefault')}</Badge>}
      actions={
        <>
          {chosen !== profile.id && (
            <Button
              variant="default"
              leftSection={<Eye size={16} aria-hidden />}
              onClick={() => choose(profile.id)}
            >
              {t('switchTo')}
            </Button>
          )}
          <Button leftSection={<Link2 size={16} aria-hidden />} onClick={() => setIsLinking(true)}>
            {t('createLink')}
          </Button>
          <ProfileMenu
            profile={profile}
            fullProfile={fullProfile}
            isOpen
            onDeleted={() => void navigate({ to: '/profiles' } as never)}
          />
        </>
      }
    >
      <Counts profile={profile} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Part title={t('accounts')}>
          <ProfileAccounts profile={profile} />
        </Part>
        <Part title={t('links')}>
          <ProfileLinks profile={profile} />
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
        <Part title={t('ids')}>
          <Stack gap="xs">
            <CopyField label={t('id')} value={profile.id} />
            {profile.external_id && (
              <CopyField label={t('externalId')} value={profile.external_id} />
            )}
          </Stack>
        </Part>
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
      {isMakingKey && <CreateKey profile={profile} onClose={() => setIsMakingKey(false)} />}
      {isLinking && <CreateLink profile={profile} onClose={() => setIsLinking(false)} />}
    </PageFrame>
  )
}

const countedMax = 100

/** Counts with links to the filtered lists; counting stops at 100. */
function Counts({ profile: { id } }: { profile: ProfileName }) {
  const t = useMessages(profileMessages)
  const count = (page: { data: unknown[]; has_more: boolean }) =>
    page.has_more ? t('moreThan', { count: countedMax }) : String(page.data.length)
  const all = { scope: 'all' } as const
  const limit = countedMax
  const accounts = useData(
    'accounts',
    ['count', id],
    (client) => client.withProfile(id).accounts.list({ limit }),
    all,
  )
  const posts = useData(
    'posts',
    ['count', id],
    (client) => client.withProfile(id).posts.list({ limit }),
    all,
  )
  const open = useData(
    'comments',
    ['count', id],
    (client) => client.withProfile(id).comments.list({ limit, reply_status: 'unreplied' }),
    all,
  )
  const counts = [
    { label: t('countAccounts'), to: '/accounts', query: accounts },
    { label: t('countPosts'), to: '/posts', query: posts },
    { label: t('countOpen'), to: '/inbox', query: open },
  ]
  return (
    <SimpleGrid cols={3} spacing={{ base: 'xs', xs: 'md' }} aria-label={t('counts')} role="group">
      {counts.map(({ label, to, query }) => (
        <Paper
          withBorder
          p={{ base: 'xs', xs: 'md' }}
          key={to}
          component={Link}
          to={to}
          search={{ profile: id } as never}
          c="inherit"
          td="none"
        >
          <Text fz={{ base: 'xs', xs: 'sm' }} c="dimmed">
            {label}
          </Text>
          <Text fz="xl" fw={650} mih={31}>
            {query.data ? count(query.data) : query.isError ? '–' : ''}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  )
}

type PartProps = { title: string; action?: ReactNode; children: ReactNode }

function Part({ title, action, children }: PartProps) {
  return (
    <Paper withBorder p="md" component="section" miw={0}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </Paper>
  )
}
