import { Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeftRight, ExternalLink, Unplug } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useData } from '../../api/use-data.ts'
import { needsReconnecting, ReconnectButton } from '../../connect/reconnect.tsx'
import { useMessages } from '../../messages/messages.ts'
import { AccountAvatar } from '../../parts/account-avatar.tsx'
import { CopyField } from '../../parts/copy-field.tsx'
import { DataState } from '../../parts/data-state.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { platformName } from '../../parts/platform-mark.tsx'
import { safeUrl } from '../../parts/safe-url.ts'
import { Status } from '../../parts/status.tsx'
import { accountHandle } from '../../parts/visible-name.ts'
import { When } from '../../parts/when.tsx'
import { useProfiles } from '../../session/use-profiles.ts'
import { useMay, useMember } from '../../session/use-session.ts'
import { expiryToActOn } from './access-expiry.ts'
import { Abilities, Permissions } from './account-facts.tsx'
import { HealthReport } from './account-health.tsx'
import { DisconnectAccount } from './disconnect-account.tsx'
import { accountMessages } from './messages.ts'
import { MoveAccount } from './move-account.tsx'

export function Page() {
  const t = useMessages(accountMessages)
  const { id } = useParams({ strict: false }) as { id: string }
  const account = useData('accounts', ['one', id], (client) => client.accounts.get(id), {
    scope: 'all',
  })
  const name = account.data ? accountHandle(account.data) : t('account')
  return (
    <PageFrame title={name} actions={account.data && <Actions account={account.data} />}>
      <DataState query={account} rows={6}>
        {(data) => <AccountDetails account={data} />}
      </DataState>
    </PageFrame>
  )
}

type Dialog = 'move' | 'disconnect'

function Actions({ account }: { account: Account }) {
  const t = useMessages(accountMessages)
  const isOwner = useMember().member.role === 'owner'
  const canDisconnect = useMay('accounts:write')
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      <ReconnectButton
        account={account}
        variant={needsReconnecting(account) ? 'filled' : 'default'}
      />
      {isOwner && (
        <Button
          variant="default"
          leftSection={<ArrowLeftRight size={16} aria-hidden />}
          onClick={() => setDialog('move')}
        >
          {t('move')}
        </Button>
      )}
      {canDisconnect && account.status !== 'disconnected' && (
        <Button
          variant="default"
          leftSection={<Unplug size={16} aria-hidden />}
          onClick={() => setDialog('disconnect')}
        >
          {t('disconnect')}
        </Button>
      )}
      {dialog === 'move' && <MoveAccount account={account} onClose={close} />}
      {dialog === 'disconnect' && <DisconnectAccount account={account} onClose={close} />}
    </>
  )
}

function AccountDetails({ account }: { account: Account }) {
  const t = useMessages(accountMessages)
  const health = useData(
    'accounts',
    ['health', account.id],
    (client) => client.accounts.health(account.id),
    { scope: 'all' },
  )
  return (
    <Stack gap="lg">
      <Head account={account} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Section title={t('health')}>
          <DataState query={health} rows={2}>
            {(report) => <HealthReport health={report} platform={account.platform} />}
          </DataState>
        </Section>
        <Section title={t('capabilities')}>
          <Abilities account={account} />
        </Section>
        <Section title={t('permissions')}>
          <Permissions account={account} />
        </Section>
        <Section title={t('details')}>
          <Facts account={account} />
        </Section>
      </SimpleGrid>
    </Stack>
  )
}

function Head({ account }: { account: Account }) {
  const t = useMessages(accountMessages)
  const profile = useProfiles().find(({ id }) => id === account.profile_id)
  const address = safeUrl(account.profile_url)
  const search = { account_id: account.id } as never
  return (
    <Group wrap="nowrap" gap="md" align="flex-start">
      <AccountAvatar account={account} size={56} />
      <Stack gap={6} miw={0}>
        <Group gap="xs">
          <Status value={account.status} label={t(account.status)} />
          <Text size="sm">{platformName(account.platform)}</Text>
          {account.display_name && (
            <Text size="sm" c="dimmed" className="untrusted" dir="auto" lineClamp={1}>
              {account.display_name}
            </Text>
          )}
        </Group>
        {account.status_reason && <Text size="sm">{t(account.status_reason)}</Text>}
        <Group gap="md">
          <Anchor
            component={Link}
            to={`/profiles/${account.profile_id}`}
            size="sm"
            className="untrusted"
          >
            {t('profile')}: {profile?.name ?? account.profile_id}
          </Anchor>
          <Anchor component={Link} to="/posts" search={search} size="sm">
            {t('posts')}
          </Anchor>
          <Anchor component={Link} to="/inbox" search={search} size="sm">
            {t('inbox')}
          </Anchor>
          <Anchor component={Link} to="/insights" search={search} size="sm">
            {t('insightsLink')}
          </Anchor>
          {address && (
            <Anchor href={address} target="_blank" rel="noopener noreferrer" size="sm">
              {t('open', { platform: platformName(account.platform) })}{' '}
              <ExternalLink size={13} aria-hidden />
            </Anchor>
          )}
        </Group>
      </Stack>
    </Group>
  )
}

function Facts({ account }: { account: Account }) {
  const t = useMessages(accountMessages)
  const { status, access_renews: renews, limits } = account
  const expiresAt = expiryToActOn(account)
  return (
    <Stack gap="xs">
      <Text size="sm">
        {t('expiresAt')}: {status !== 'connected' && t('noAccess')}
        {expiresAt && <When at={expiresAt} exact />}
        {status === 'connected' && !expiresAt && t(renews ? 'renews' : 'noExpiry')}
      </Text>
      <Text size="sm">
        {t('connectedAt')}: <When at={account.connected_at} exact />
      </Text>
      <Text size="sm">
        {t('firstSeen')}: <When at={account.created_at} exact />
      </Text>
      {account.account_type && (
        <Text size="sm" className="untrusted">
          {t('accountType')}: {account.account_type.toLowerCase()}
        </Text>
      )}
      <Text size="sm">
        {t('limits')}: {t('textMax', { count: limits.text_max })},{' '}
        {t('mediaMax', { count: limits.media_max })}
      </Text>
      <CopyField label={t('id')} value={account.id} />
      <CopyField label={t('platformId')} value={account.platform_account_id} />
    </Stack>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  )
}
