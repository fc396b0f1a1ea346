import { ActionIcon, Badge, Group, Stack, Text } from '@mantine/core'
import type { AuditEntry } from '@postern/sdk'
import { ChevronRight, KeyRound, Terminal, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { type Column, StackTable } from '../../parts/stack-table.tsx'
import { When } from '../../parts/when.tsx'
import { useProfileName } from '../../session/use-profiles.ts'
import { EntryDetail } from './entry-detail.tsx'
import { auditMessages } from './messages.ts'
import { isFailed, Sentence } from './sentence.tsx'

/** Entries as sentences, each with its details in a dialog. */
export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  const t = useMessages(auditMessages)
  const nameOf = useProfileName()
  const [opened, setOpened] = useState<AuditEntry | null>(null)
  const columns: Column<AuditEntry>[] = [
    {
      key: 'activity',
      label: t('activity'),
      role: 'title',
      width: '62%',
      cell: (entry) => <Activity entry={entry} />,
    },
    {
      key: 'profile',
      label: t('profileColumn'),
      cell: ({ profile_id: id }) =>
        id && (
          <Text size="sm" className="untrusted" dir="auto" lineClamp={2}>
            {nameOf(id)}
          </Text>
        ),
    },
    {
      key: 'when',
      label: t('when'),
      width: 190,
      cell: ({ at }) => (
        <Stack gap={0}>
          <When at={at} size="sm" exact />
          <When at={at} size="xs" c="dimmed" />
        </Stack>
      ),
    },
    {
      key: 'details',
      label: t('details'),
      role: 'corner',
      width: 1,
      cell: (entry) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('detailsOf')}
          onClick={() => setOpened(entry)}
        >
          <ChevronRight size={18} aria-hidden />
        </ActionIcon>
      ),
    },
  ]
  return (
    <>
      <StackTable label={t('title')} columns={columns} items={entries} keyOf={({ id }) => id} />
      {opened && <EntryDetail entry={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

const actorIcons = { member: UserRound, api_key: KeyRound, system: Terminal }

function Activity({ entry }: { entry: AuditEntry }) {
  const t = useMessages(auditMessages)
  const Icon = actorIcons[entry.actor.kind]
  const hasFailed = isFailed(entry)
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Icon
        size={16}
        color="var(--mantine-color-dimmed)"
        style={{ flex: 'none', marginTop: 3 }}
        aria-hidden
      />
      <Stack gap={4} align="flex-start" miw={0}>
        <Sentence entry={entry} />
        {(hasFailed || entry.via) && (
          <Group gap={6}>
            {hasFailed && (
              <Badge color="red" variant="light" tt="none">
                {t('failed')} · {entry.status}
              </Badge>
            )}
            {entry.via && (
              <Badge color="gray" variant="light" tt="none">
                {t('assistant')}
              </Badge>
            )}
          </Group>
        )}
      </Stack>
    </Group>
  )
}
