import { ActionIcon, Menu, Stack, Text } from '@mantine/core'
import type { ApiKey } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import { Ban, Ellipsis, FileClock, ListTree, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { type Column, StackTable } from '../../parts/stack-table.tsx'
import { visibleName } from '../../parts/visible-name.ts'
import { When } from '../../parts/when.tsx'
import { useProfileName } from '../../session/use-profiles.ts'
import { KeyFacts, KeyStatus } from './key-facts.tsx'
import { keyMessages } from './messages.ts'
import { RotateKey } from './rotate-key.tsx'
import { presetOf } from './scopes.ts'

/** API keys by name and hint, active ones first; the API never returns the key again. */
export function KeyTable({ keys }: { keys: ApiKey[] }) {
  const t = useMessages(keyMessages)
  const common = useMessages(commonMessages)
  const [rotated, setRotated] = useState<ApiKey | null>(null)
  const columns: Column<ApiKey>[] = [
    { key: 'name', label: t('name'), role: 'title', cell: (key) => <Name apiKey={key} /> },
    { key: 'kind', label: t('access'), cell: (key) => <Kind apiKey={key} /> },
    { key: 'rights', label: t('permissions'), cell: (key) => <Rights apiKey={key} /> },
    { key: 'status', label: t('status'), cell: (key) => <KeyStatus apiKey={key} /> },
    {
      key: 'created',
      label: t('createdAt'),
      cell: ({ created_at }) => <When at={created_at} size="sm" />,
    },
    {
      key: 'used',
      label: t('lastUsed'),
      cell: ({ last_used_at }) => <When at={last_used_at} size="sm" />,
    },
    {
      key: 'menu',
      label: common('actions'),
      role: 'corner',
      width: 1,
      cell: (key) => <KeyMenu apiKey={key} onRotate={() => setRotated(key)} />,
    },
  ]
  const isActive = ({ status }: ApiKey) => status === 'active'
  const items = [...keys.filter(isActive), ...keys.filter((key) => !isActive(key))]
  return (
    <>
      <StackTable label={t('title')} columns={columns} items={items} keyOf={({ id }) => id} />
      {rotated && <RotateKey apiKey={rotated} onClose={() => setRotated(null)} />}
    </>
  )
}

function Name({ apiKey }: { apiKey: ApiKey }) {
  return (
    <Stack gap={0}>
      <Text
        size="sm"
        fw={600}
        className="untrusted"
        dir="auto"
        lineClamp={2}
        c={apiKey.status === 'active' ? 'inherit' : 'dimmed'}
      >
        {visibleName(apiKey.name, apiKey.id)}
      </Text>
      <Text size="xs" c="dimmed" ff="monospace">
        {apiKey.hint}…
      </Text>
    </Stack>
  )
}

function Kind({ apiKey }: { apiKey: ApiKey }) {
  const t = useMessages(keyMessages)
  const nameOf = useProfileName()
  return (
    <Text size="sm" className="untrusted" dir="auto" lineClamp={2} miw={90}>
      {apiKey.profile_id ? nameOf(apiKey.profile_id) : t('allProfiles')}
    </Text>
  )
}

function Rights({ apiKey }: { apiKey: ApiKey }) {
  const t = useMessages(keyMessages)
  const preset = presetOf(apiKey.scopes, apiKey.kind)
  const list = apiKey.scopes?.join(', ')
  if (preset !== 'custom') return <Text size="sm">{t(preset)}</Text>
  return (
    <Text size="xs" ff="monospace" lineClamp={3} {...(list ? { title: list } : {})}>
      {list}
    </Text>
  )
}

function KeyMenu({ apiKey, onRotate }: { apiKey: ApiKey; onRotate: () => void }) {
  const t = useMessages(keyMessages)
  const confirm = useConfirm()
  const revoke = useAction(() => client.apiKeys.revoke(apiKey.id), {
    topics: ['api_keys'],
    successMessage: t('revokeDone'),
  })
  const ask = async () => {
    const yes = await confirm({
      title: t('revokeTitle', { name: visibleName(apiKey.name, apiKey.id) }),
      text: (
        <>
          <KeyFacts apiKey={apiKey} />
          <Text>{t('revokeText')}</Text>
        </>
      ),
      action: t('revoke'),
    })
    if (yes) revoke.mutate(undefined)
  }
  return (
    <Menu position="bottom-end" returnFocus>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('actionsOf', { name: visibleName(apiKey.name, apiKey.id) })}
          loading={revoke.isPending}
        >
          <Ellipsis size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to="/requests"
          search={{ key: apiKey.id, profile: undefined } as never}
          leftSection={<ListTree size={16} aria-hidden />}
        >
          {t('requests')}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to="/audit-log"
          search={{ actor: apiKey.id, profile: undefined } as never}
          leftSection={<FileClock size={16} aria-hidden />}
        >
          {t('changes')}
        </Menu.Item>
        {apiKey.status === 'active' && (
          <>
            <Menu.Item leftSection={<RefreshCw size={16} aria-hidden />} onClick={onRotate}>
              {t('rotate')}
            </Menu.Item>
            <Menu.Item
              color="var(--mantine-color-error)"
              leftSection={<Ban size={16} aria-hidden />}
              onClick={() => void ask()}
            >
              {t('revoke')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
