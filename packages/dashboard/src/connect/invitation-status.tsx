import { Button, Group, Stack, Text } from '@mantine/core'
import type { Invitation } from '@postern/sdk'
import { client } from '../api/client.ts'
import { useAction, useData } from '../api/use-data.ts'
import { useMessages } from '../messages/messages.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { Status } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'
import { Attempts, ConnectedAccounts } from './link-status.tsx'
import { linkMessages } from './messages.ts'

const pollMs = 15_000
const linksMax = 20

/** Status of an invitation, its connected accounts and the latest activity of its links. */
export function InvitationStatus({ invitation }: { invitation: Invitation }) {
  const t = useMessages(linkMessages)
  const links = useData(
    'connect_links',
    ['of', invitation.id],
    (each) => each.connect.links.list({ invitation_id: invitation.id, limit: linksMax }),
    { scope: 'all' },
  )
  const attempts = (links.data?.data ?? [])
    .toReversed()
    .flatMap((link) => link.attempts)
    .slice(-linksMax)
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Stack gap={4} role="status">
          <InvitationBadge status={invitation.status} />
          <Text size="sm">
            <StateText invitation={invitation} />
          </Text>
        </Stack>
        {invitation.status === 'open' && <Revoke id={invitation.id} />}
      </Group>
      <ConnectedAccounts profileId={invitation.profile_id} ids={invitation.account_ids} />
      <Attempts attempts={attempts} none={t('notOpenedYet')} />
    </Stack>
  )
}

export function InvitationBadge({ status }: { status: Invitation['status'] }) {
  const t = useMessages(linkMessages)
  return <Status value={status === 'open' ? 'pending' : 'ended'} label={t(status)} />
}

function StateText({ invitation }: { invitation: Invitation }) {
  const t = useMessages(linkMessages)
  const { status, expires_at: expiresAt } = invitation
  if (status === 'revoked') return t('invitationRevoked')
  return (
    <>
      {t(status === 'open' ? 'openUntil' : 'expiredOn')} <When at={expiresAt} exact />
    </>
  )
}

function Revoke({ id }: { id: string }) {
  const t = useMessages(linkMessages)
  const confirm = useConfirm()
  const revoke = useAction(() => client.connect.invitations.revoke(id), {
    topics: ['connect_links'],
    successMessage: t('invitationRevokeDone'),
  })
  const ask = async () => {
    const question = {
      title: t('invitationRevokeTitle'),
      text: t('invitationRevokeText'),
      action: t('revoke'),
    }
    if (await confirm(question)) revoke.mutate(undefined)
  }
  return (
    <Button variant="default" size="xs" onClick={() => void ask()} loading={revoke.isPending}>
      {t('revoke')}
    </Button>
  )
}

/** Polls an invitation: its expiry sends no live notification. */
export function usePolledInvitation(id: string, enabled = true) {
  return useData('connect_links', ['invitation', id], (each) => each.connect.invitations.get(id), {
    scope: 'all',
    refetchInterval: pollMs,
    enabled,
  })
}
