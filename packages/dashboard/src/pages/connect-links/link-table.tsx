import { Button, Stack, Text } from '@mantine/core'
import type { ConnectLink } from '@postern/sdk'
import { attemptText, LinkBadge } from '../../connect/link-status.tsx'
import { linkMessages } from '../../connect/messages.ts'
import { useMessages } from '../../messages/messages.ts'
import { PlatformMark } from '../../parts/platform-mark.tsx'
import { type Column, StackTable } from '../../parts/stack-table.tsx'
import { accountHandle } from '../../parts/visible-name.ts'
import { When } from '../../parts/when.tsx'
import { useAccountOf } from '../../session/use-accounts.ts'
import { useProfileName } from '../../session/use-profiles.ts'

type Props = { links: ConnectLink[]; onOpen: (id: string) => void }

/** Connect links; the API returns a link's URL only at creation. */
export function LinkTable({ links, onOpen }: Props) {
  const t = useMessages(linkMessages)
  const nameOf = useProfileName()
  const columns: Column<ConnectLink>[] = [
    {
      key: 'profile',
      label: t('profile'),
      role: 'title',
      cell: (link) => <ProfileCell of={link} />,
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
      cell: ({ status }) => <LinkBadge status={status} />,
    },
    {
      key: 'last',
      label: t('lastStep'),
      cell: ({ attempts }) => {
        const last = attempts.at(-1)
        return (
          <Text size="sm" c={last ? 'inherit' : 'dimmed'} data-none={last ? undefined : true}>
            {last ? attemptText(last, t) : t('nothingYet')}
          </Text>
        )
      },
    },
    {
      key: 'created',
      label: t('createdAt'),
      cell: ({ created_at }) => <When at={created_at} size="sm" />,
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
          aria-label={t('detailsOf', { name: nameOf(profile_id) })}
        >
          {t('details')}
        </Button>
      ),
    },
  ]
  return (
    <StackTable label={t('singleLinks')} columns={columns} items={links} keyOf={({ id }) => id} />
  )
}

type ProfileCellProps = { of: { profile_id: string; account_id: string | null } }

/** The profile, and what is special about the link. */
export function ProfileCell({ of }: ProfileCellProps) {
  const t = useMessages(linkMessages)
  const nameOf = useProfileName()
  const accountOf = useAccountOf()
  const account = of.account_id ? accountOf(of.account_id) : undefined
  const note = of.account_id
    ? account
      ? t('reconnects', { name: accountHandle(account) })
      : t('forAccount')
    : null
  return (
    <Stack gap={0}>
      <Text size="sm" fw={600} className="untrusted" dir="auto" lineClamp={2}>
        {nameOf(of.profile_id)}
      </Text>
      {note && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Stack>
  )
}

export function Platforms({ platforms }: { platforms: ConnectLink['platforms'] }) {
  const t = useMessages(linkMessages)
  if (!platforms) return <Text size="sm">{t('all')}</Text>
  return (
    <span style={{ display: 'inline-flex', gap: 6, flexWrap: 'wrap' }}>
      {platforms.map((platform) => (
        <PlatformMark key={platform} platform={platform} />
      ))}
    </span>
  )
}
