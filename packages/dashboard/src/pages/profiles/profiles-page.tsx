import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import type { Profile } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { Plus, Users } from 'lucide-react'
import { useList } from '../../api/use-data.ts'
import { useSearchParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { Empty } from '../../parts/empty.tsx'
import { ListStates } from '../../parts/list-states.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { notifySuccess } from '../../parts/notify.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { ProfileMark } from '../../parts/profile-mark.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { type Column, StackTable } from '../../parts/stack-table.tsx'
import { profileName } from '../../parts/visible-name.ts'
import { When } from '../../parts/when.tsx'
import { type ProfileName, useProfiles } from '../../session/use-profiles.ts'
import { useMember } from '../../session/use-session.ts'
import { Deletions } from './deletions.tsx'
import { profileMessages } from './messages.ts'
import { ProfileForm } from './profile-form.tsx'
import { ProfileMenu } from './profile-menu.tsx'

export function Page() {
  return useMember().member.role === 'owner' ? <OwnProfiles /> : <GivenProfiles />
}

function OwnProfiles() {
  const t = useMessages(profileMessages)
  const [dialog, setDialog] = useSearchParam('new')
  const [search, setSearch] = useSearchParam('search')
  const list = useList(
    'profiles',
    ['page', search],
    (client, page) => client.profiles.list({ ...page, ...(search ? { search } : {}) }),
    { scope: 'all' },
  )
  const create = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setDialog('1')}>
      {t('create')}
    </Button>
  )
  return (
    <PageFrame title={t('title')} text={t('text')} actions={create}>
      <Deletions />
      <SearchField label={t('search')} value={search} onChange={setSearch} charsMax={255} />
      <ListStates
        list={list}
        empty={<Empty icon={Users} title={t('title')} text={t('nothingFound')} action={create} />}
      >
        {(profiles) => <ProfileTable profiles={profiles} />}
      </ListStates>
      {dialog && (
        <ProfileForm
          onClose={() => setDialog(null)}
          onSaved={() => notifySuccess(t('createDone'))}
        />
      )}
    </PageFrame>
  )
}

function ProfileTable({ profiles }: { profiles: Profile[] }) {
  const t = useMessages(profileMessages)
  const common = useMessages(commonMessages)
  const columns: Column<Profile>[] = [
    { key: 'name', label: t('name'), role: 'title', cell: (each) => <Name profile={each} /> },
    {
      key: 'external_id',
      label: t('externalId'),
      cell: ({ external_id }) => <ExternalId value={external_id} />,
    },
    { key: 'accounts', label: t('accounts'), cell: ({ account_count }) => account_count },
    {
      key: 'created',
      label: t('created'),
      cell: ({ created_at }) => <When at={created_at} size="sm" />,
    },
    {
      key: 'menu',
      label: common('actions'),
      role: 'corner',
      width: 1,
      cell: (profile) => <ProfileMenu profile={profile} fullProfile={profile} />,
    },
  ]
  return <StackTable label={t('title')} columns={columns} items={profiles} keyOf={({ id }) => id} />
}

function Name({ profile }: { profile: ProfileName & { is_default?: boolean } }) {
  const t = useMessages(profileMessages)
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <ProfileMark profile={profile} />
      <Text
        component={Link}
        to={`/profiles/${profile.id}`}
        fw={600}
        size="sm"
        c="inherit"
        className="untrusted"
        dir="auto"
        lineClamp={2}
      >
        {profileName(profile)}
      </Text>
      {profile.is_default && (
        <Badge variant="default" tt="none" fw={500} style={{ flexShrink: 0 }}>
          {t('isDefault')}
        </Badge>
      )}
    </Group>
  )
}

function ExternalId({ value }: { value: string | null }) {
  const t = useMessages(profileMessages)
  if (value === null) {
    return (
      <Text size="sm" c="dimmed">
        {t('none')}
      </Text>
    )
  }
  return (
    <Text size="sm" ff="monospace" className="untrusted" lineClamp={2}>
      {value}
    </Text>
  )
}

/** The profiles assigned to a staff member. */
function GivenProfiles() {
  const t = useMessages(profileMessages)
  const common = useMessages(commonMessages)
  const profiles = useProfiles()
  const columns: Column<ProfileName>[] = [
    { key: 'name', label: t('name'), role: 'title', cell: (each) => <Name profile={each} /> },
    {
      key: 'external_id',
      label: t('externalId'),
      cell: ({ external_id }) => <ExternalId value={external_id} />,
    },
    {
      key: 'menu',
      label: common('actions'),
      role: 'corner',
      width: 1,
      cell: (profile) => <ProfileMenu profile={profile} />,
    },
  ]
  return (
    <PageFrame title={t('title')} text={t('text')}>
      <Stack>
        {profiles.length === 0 ? (
          <Empty icon={Users} title={t('emptyTitle')} text={t('emptyText')} />
        ) : (
          <StackTable
            label={t('title')}
            columns={columns}
            items={profiles}
            keyOf={({ id }) => id}
          />
        )}
      </Stack>
    </PageFrame>
  )
}
