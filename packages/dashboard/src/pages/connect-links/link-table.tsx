import { Button, Stack, Text } from '@mantine/core'
import type { ConnectLink } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { PlatformMark } from '../../parts/platform-mark.tsx'
import { type Column, StackTable } from '../../parts/stack-table.tsx'
import { When } from '../../parts/when.tsx'
import { useProfileName } from '../../session/use-profiles.ts'
import { attemptText, LinkBadge } from './link-status.tsx'
import { linkMessages } from './messages.ts'

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
      cell: ({ profile_id, account_id }) => (
        <Stack gap={0}>
          <Text size="sm" fw={600} className="untrusted" dir="auto" lineClamp={2}>
            {nameOf(profile_id)}
          </Text>
          {account_id && (
            <Text size="xs" c="dimmed">
              {t('forAccount')}
            </Text>
          )}
        </Stack>
      ),
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
          <Text size="sm" c={last ? 'inherit' : 'dimmed'}>
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
  return <StackTable label={t('title')} columns={columns} items={links} keyOf={({ id }) => id} />
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
