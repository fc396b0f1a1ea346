import { Button, Group, Stack, Text } from '@mantine/core'
import type { Invitation } from '@postern/sdk'
import { client } from '../api/client.ts'
import { useAction, useData } from '../api/use-data.ts'
import { useMessages } from '../messages/messages.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { Status } from '../parts/status.tsx'
import { When } from '../parts/when.tsx'
import { useAccountOf } from '../session/use-accounts.ts'
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
  const reconnectedAt = useReconnectedAt()(invitation)
  const attempts = (links.data?.data ?? [])
    .toReversed()
    // A link that the client has not logged in with shows at least that they started.
    .flatMap(({ attempts, created_at }) =>
      attempts.length > 0
        ? attempts
        : [{ at: created_at, platform: null, step: 'begin' as const, error: null }],
    )
    .toSorted((left, right) => left.at.localeCompare(right.at))
    .slice(-linksMax)
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Stack gap={4} role="status">
          <InvitationBadge invitation={invitation} />
          <Text size="sm">
            <StateText invitation={invitation} />
          </Text>
          {reconnectedAt && (
            <Text size="sm">
              {t('reconnectedAt')} <When at={reconnectedAt} />
            </Text>
          )}
        </Stack>
        {invitation.status === 'open' && <Revoke id={invitation.id} />}
      </Group>
      <ConnectedAccounts profileId={invitation.profile_id} ids={invitation.account_ids} />
      <Attempts
        attempts={attempts}
        none={t(invitation.last_opened_at ? 'startedOnly' : 'notOpenedYet')}
      />
    </Stack>
  )
}

/** When the account of an invitation to reconnect was connected again; `null` if it is not. */
function useReconnectedAt(): (invitation: Invitation) => string | null {
  const accountOf = useAccountOf()
  return ({ account_id, created_at }) => {
    const account = account_id ? accountOf(account_id) : undefined
    const isAgain = account?.status === 'connected' && account.connected_at > created_at
    return isAgain ? account.connected_at : null
  }
}

export function InvitationBadge({ invitation }: { invitation: Invitation }) {
  const t = useMessages(linkMessages)
  const { status } = invitation
  if (useReconnectedAt()(invitation)) return <Status value="connected" label={t('reconnected')} />
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
