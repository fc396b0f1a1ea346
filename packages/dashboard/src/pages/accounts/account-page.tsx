import { Box, Button, Paper, SimpleGrid, Stack, Title } from '@mantine/core'
import type { Account } from '@postern/sdk'
import { useParams } from '@tanstack/react-router'
import { ArrowLeftRight, Unplug } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { useData } from '../../api/use-data.ts'
import { needsReconnecting, ReconnectButton } from '../../connect/reconnect.tsx'
import { useMessages } from '../../messages/messages.ts'
import { accountMessages } from '../../parts/account-messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { accountHandle } from '../../parts/visible-name.ts'
import { useAccount } from '../../session/use-accounts.ts'
import { useMay, useMember } from '../../session/use-session.ts'
import { AccountDevelopers } from './account-developers.tsx'
import { Abilities, ConnectionFacts, Permissions } from './account-facts.tsx'
import { AccountHead } from './account-head.tsx'
import { HealthReport } from './account-health.tsx'
import { DisconnectAccount } from './disconnect-account.tsx'
import { MoveAccount } from './move-account.tsx'
import { RecentFailure } from './recent-failure.tsx'
import { ScheduledPostsAlert, useScheduledPosts } from './scheduled-posts.tsx'

export function Page() {
  const t = useMessages(accountMessages)
  const { id } = useParams({ strict: false }) as { id: string }
  const account = useAccount(id)
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
          c="var(--mantine-color-error)"
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
    <Stack gap="md">
      <AccountHead account={account} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" style={{ alignItems: 'start' }}>
        <Stack gap="md">
          <Section title={t('health')}>
            <DataState query={health} rows={2}>
              {(report) => <HealthReport health={report} platform={account.platform} />}
            </DataState>
            <RecentFailure accountId={account.id} />
            {account.status !== 'connected' && <PostsAtRisk accountId={account.id} />}
          </Section>
          <Section title={t('connection')}>
            <ConnectionFacts account={account} />
          </Section>
        </Stack>
        <Stack gap="md">
          <Section title={t('capabilities')}>
            <Abilities account={account} />
          </Section>
          <Section title={t('permissions')}>
            <Permissions account={account} />
          </Section>
        </Stack>
      </SimpleGrid>
      <AccountDevelopers account={account} />
    </Stack>
  )
}

/** Scheduled posts that fail unless the account is reconnected. */
function PostsAtRisk({ accountId }: { accountId: string }) {
  const t = useMessages(accountMessages)
  const { scheduled } = useScheduledPosts(accountId)
  if (!scheduled) return null
  const advice = t('scheduledFail', { count: scheduled.count })
  return (
    <Box mt="sm">
      <ScheduledPostsAlert scheduled={scheduled} accountId={accountId} advice={advice} />
    </Box>
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
