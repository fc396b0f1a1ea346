import { Button, Group, Stack, Text } from '@mantine/core'
import type { Invitation } from '@postern/sdk'
import { InvitationBadge } from '../../connect/invitation-status.tsx'
import { linkMessages } from '../../connect/messages.ts'
import { useMessages } from '../../messages/messages.ts'
import { AccountName } from '../../parts/platform-mark.tsx'
import { type Column, StackTable } from '../../parts/stack-table.tsx'
import { accountHandle } from '../../parts/visible-name.ts'
import { When } from '../../parts/when.tsx'
import { useAccountOf } from '../../session/use-accounts.ts'
import { useProfileName } from '../../session/use-profiles.ts'
import { Platforms, ProfileCell } from './link-table.tsx'

type Props = { invitations: Invitation[]; onOpen: (id: string) => void }

const accountsShownMax = 2

/** Invitations with what came of them; the API returns a URL only at creation. */
export function InvitationTable({ invitations, onOpen }: Props) {
  const t = useMessages(linkMessages)
  const nameOf = useProfileName()
  const columns: Column<Invitation>[] = [
    {
      key: 'profile',
      label: t('profile'),
      role: 'title',
      cell: (invitation) => <ProfileCell of={invitation} />,
    },
    {
      key: 'platforms',
      label: t('platforms'),
      cell: ({ platforms }) => <Platforms platforms={platforms} />,
    },
    {
      key: 'status',
      label: t('status'),
      role: 'state',
      cell: (invitation) => <InvitationBadge invitation={invitation} />,
    },
    {
      key: 'connected',
      label: t('connectedColumn'),
      cell: ({ account_ids }) => <Connected ids={account_ids} />,
    },
    {
      key: 'opened',
      label: t('lastOpened'),
      cell: ({ last_opened_at }) =>
        last_opened_at ? (
          <When at={last_opened_at} size="sm" />
        ) : (
          <Text size="sm" c="dimmed" data-none>
            {t('notYet')}
          </Text>
        ),
    },
    {
      key: 'expires',
      label: t('expiresAt'),
      cell: ({ expires_at }) => <When at={expires_at} size="sm" />,
    },
    {
      key: 'details',
      label: t('details'),
      role: 'action',
      width: 1,
      cell: ({ id, profile_id }) => (
        <Button
          variant="default"
          size="xs"
          onClick={() => onOpen(id)}
          aria-label={t('invitationDetailsOf', { name: nameOf(profile_id) })}
        >
          {t('details')}
        </Button>
      ),
    },
  ]
  return (
    <StackTable
      label={t('invitations')}
      columns={columns}
      items={invitations}
      keyOf={({ id }) => id}
    />
  )
}

/** The first accounts by name, and how many more there are. */
function Connected({ ids }: { ids: readonly string[] }) {
  const t = useMessages(linkMessages)
  const accountOf = useAccountOf()
  if (ids.length === 0) {
    return (
      <Text size="sm" c="dimmed" data-none>
        {t('nothingYet')}
      </Text>
    )
  }
  const shown = ids.slice(0, accountsShownMax).map((id) => accountOf(id))
  return (
    <Group gap="xs">
      <Stack gap={0} miw={0}>
        {shown.map(
          (account) =>
            account && (
              <Text key={account.id} size="sm" component="div">
                <AccountName platform={account.platform} username={accountHandle(account)} />
              </Text>
            ),
        )}
      </Stack>
      {ids.length > accountsShownMax && <Text size="sm">+{ids.length - accountsShownMax}</Text>}
    </Group>
  )
}
