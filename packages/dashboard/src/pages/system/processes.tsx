import { Text } from '@mantine/core'
import type { System } from '@postern/sdk'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { type Column, StackTable } from '../../parts/stack-table.tsx'
import { When } from '../../parts/when.tsx'
import { formatAgo } from './format.ts'
import { systemMessages } from './messages.ts'

type Process = System['processes'][number]

/** Processes with a recent heartbeat; a silent one has died or lost the database. */
export function Processes({ processes }: { processes: Process[] }) {
  const t = useMessages(systemMessages)
  const { i18n } = useTranslation()
  if (processes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('noProcesses')}
      </Text>
    )
  }
  const columns: Column<Process>[] = [
    {
      key: 'host',
      label: t('host'),
      role: 'title',
      cell: ({ host, pid }) => (
        <Text size="sm" fw={600} className="untrusted">
          {host} · {pid}
        </Text>
      ),
    },
    { key: 'role', label: t('role'), cell: ({ role }) => <Text size="sm">{role}</Text> },
    {
      key: 'version',
      label: t('version'),
      cell: ({ version }) => <Text size="sm">{version}</Text>,
    },
    {
      key: 'started',
      label: t('started'),
      cell: ({ started_at }) => <When at={started_at} size="sm" />,
    },
    {
      key: 'heard',
      label: t('lastSeen'),
      cell: ({ silent_seconds }) => (
        <Text size="sm">{formatAgo(silent_seconds, i18n.language)}</Text>
      ),
    },
    {
      key: 'clock',
      label: t('clockDrift'),
      cell: ({ clock_offset_ms }) => <Text size="sm">{clock_offset_ms} ms</Text>,
    },
  ]
  return (
    <StackTable
      label={t('processes')}
      columns={columns}
      items={processes}
      keyOf={({ host, pid }) => `${host} ${pid}`}
    />
  )
}
