import { Anchor, Badge, Button, Group, Paper, SimpleGrid, Title } from '@mantine/core'
import type { Profile } from '@postern/sdk'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Eye, Link2, PenLine } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useData } from '../../api/use-data.ts'
import { useProfileParam } from '../../api/use-search-param.ts'
import { CreateLink } from '../../connect/create-link.tsx'
import { useMessages } from '../../messages/messages.ts'
import { ClientNumbers } from '../../parts/client-numbers.tsx'
import { DataState } from '../../parts/data-state.tsx'
import { NotFoundNotice } from '../../parts/not-found-notice.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { useStatistics } from '../../parts/use-statistics.ts'
import { profileName } from '../../parts/visible-name.ts'
import { ProfileApprovalLinks } from '../../post/approval/approval-links.tsx'
import { NextPosts } from '../../post/next-posts.tsx'
import { queueMessages } from '../../post/queue/messages.ts'
import { ProfileReports } from '../../report/profile-reports.tsx'
import { ReportButton } from '../../report/report-button.tsx'
import { useAccounts } from '../../session/use-accounts.ts'
import { type ProfileName, useProfiles } from '../../session/use-profiles.ts'
import { useMay, useMember } from '../../session/use-session.ts'
import { profileMessages } from './messages.ts'
import { PostingTimes } from './posting-times.tsx'
import { ProfileDevelopers } from './profile-developers.tsx'
import { ProfileLinks } from './profile-links.tsx'
import { ProfileAccounts, ProfileComments } from './profile-lists.tsx'
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
  const tq = useMessages(queueMessages)
  const navigate = useNavigate()
  const [chosen, choose] = useProfileParam()
  const canConnect = useMay('connect:write')
  const [isLinking, setIsLinking] = useState(false)
  const statistics = useStatistics({ profileId: profile.id })
  // Without an account there is nothing to post to, so connecting one comes first.
  const isNew = useAccounts().data?.every((account) => account.profile_id !== profile.id) ?? false
  const connect = (size: 'xs' | 'sm') => (
    <Button
      size={size}
      variant={isNew && size === 'sm' ? 'filled' : 'default'}
      leftSection={<Link2 size={16} aria-hidden />}
      onClick={() => setIsLinking(true)}
    >
      {t('connect')}
    </Button>
  )
  return (
    <PageFrame
      title={profileName(profile)}
      text={fullProfile?.is_default && <Badge variant="default">{t('isDefault')}</Badge>}
      actions={
        <>
          {chosen !== profile.id && (
            <Button
              visibleFrom="xs"
              variant="default"
              leftSection={<Eye size={16} aria-hidden />}
              onClick={() => choose(profile.id)}
            >
              {t('switchTo')}
            </Button>
          )}
          {canConnect && connect('sm')}
          <Button
            component={Link}
            to="/posts/new"
            search={{ profile: profile.id } as never}
            variant={isNew ? 'default' : 'filled'}
            leftSection={<PenLine size={16} aria-hidden />}
          >
            {t('newPost')}
          </Button>
          <ProfileMenu
            profile={profile}
            isOpen
            onDeleted={() => void navigate({ to: '/profiles' } as never)}
          />
        </>
      }
    >
      <ClientNumbers
        statistics={statistics.data}
        isError={statistics.isError}
        profileId={profile.id}
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        {!isNew && <NextPosts profileId={profile.id} />}
        <Part title={t('accounts')} action={<ListLink to="/accounts" label={t('allAccounts')} />}>
          <ProfileAccounts profile={profile} connect={canConnect && connect('xs')} />
        </Part>
        <Part
          title={t('recentComments')}
          action={<ListLink to="/inbox" label={t('allComments')} />}
        >
          <ProfileComments profile={profile} />
        </Part>
        <Part title={tq('postingTimes')} action={<ListLink to="/queue" label={tq('title')} />}>
          <PostingTimes profile={profile} />
        </Part>
        <Part title={t('approvalLinks')}>
          <ProfileApprovalLinks profileId={profile.id} />
        </Part>
        <Part title={t('reports')} action={<ReportButton profileId={profile.id} />}>
          <ProfileReports profileId={profile.id} />
        </Part>
        {canConnect && (
          <Part title={t('links')} action={<ListLink to="/connect-links" label={t('allLinks')} />}>
            <ProfileLinks profile={profile} />
          </Part>
        )}
      </SimpleGrid>
      <ProfileDevelopers profile={profile} fullProfile={fullProfile} />
      {isLinking && <CreateLink profile={profile} onClose={() => setIsLinking(false)} />}
    </PageFrame>
  )
}

function ListLink({ to, label }: { to: string; label: string }) {
  const { id } = useParams({ strict: false }) as { id: string }
  return (
    <Anchor component={Link} to={to} search={{ profile: id } as never} size="sm">
      {label}
    </Anchor>
  )
}

type PartProps = { title: string; action?: ReactNode; children: ReactNode }

function Part({ title, action, children }: PartProps) {
  return (
    <Paper withBorder p="md" component="section" miw={0}>
      <Group justify="space-between" align="baseline" wrap="nowrap" mb="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </Paper>
  )
}
