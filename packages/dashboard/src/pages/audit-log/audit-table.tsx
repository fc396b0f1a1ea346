import { Anchor, Code, Group, Paper, Stack, Table, Text } from '@mantine/core'
import type { AuditEntry } from '@postern/sdk'
import { Fragment } from 'react'
import { useSearchParamsSetter } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { CopyButton } from '../../parts/copy-field.tsx'
import { visibleName } from '../../parts/visible-name.ts'
import { When } from '../../parts/when.tsx'
import { useProfileName } from '../../session/use-profiles.ts'
import { auditMessages } from './messages.ts'

/** A table on wide screens, cards on narrow ones. */
export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  const t = useMessages(auditMessages)
  return (
    <>
      <Paper withBorder visibleFrom="md">
        <Table verticalSpacing="xs" horizontalSpacing="md" layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="17%">{t('when')}</Table.Th>
              <Table.Th w="20%">{t('who')}</Table.Th>
              <Table.Th w="18%">{t('what')}</Table.Th>
              <Table.Th>{t('target')}</Table.Th>
              <Table.Th w="17%">{t('ipAddress')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map((entry) => (
              <Table.Tr key={entry.id}>
                <Table.Td>
                  <When
                    at={entry.at}
                    exact
                    size="sm"
                    style={{ textWrap: 'balance' }}
                    display="block"
                  />
                </Table.Td>
                <Table.Td>
                  <Actor actor={entry.actor} />
                </Table.Td>
                <Table.Td>
                  <Action name={entry.action} />
                </Table.Td>
                <Table.Td>
                  <Target entry={entry} />
                </Table.Td>
                <Table.Td>
                  <Origin entry={entry} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
      <Stack hiddenFrom="md" gap="sm">
        {entries.map((entry) => (
          <Paper withBorder p="sm" key={entry.id}>
            <Stack gap={6}>
              <Group justify="space-between" gap="xs">
                <Action name={entry.action} />
                <When at={entry.at} exact size="sm" c="dimmed" />
              </Group>
              <Actor actor={entry.actor} />
              <Target entry={entry} />
              <Origin entry={entry} />
            </Stack>
          </Paper>
        ))}
      </Stack>
    </>
  )
}

/** Long names wrap between words: `updateConnect`, `Settings`. */
function Action({ name }: { name: string }) {
  const t = useMessages(auditMessages)
  const change = useSearchParamsSetter()
  return (
    <Anchor
      component="button"
      type="button"
      ta="start"
      c="inherit"
      title={t('filterAction', { name })}
      onClick={() => change({ action: name })}
    >
      <Code style={{ boxDecorationBreak: 'clone' }}>
        {name.split(/(?=[A-Z])/).map((word) => (
          <Fragment key={word}>
            {word}
            <wbr />
          </Fragment>
        ))}
      </Code>
    </Anchor>
  )
}

function Actor({ actor }: { actor: AuditEntry['actor'] }) {
  const t = useMessages(auditMessages)
  const change = useSearchParamsSetter()
  const name = visibleName(actor.name, actor.id ?? t('system'))
  return (
    <Stack gap={0}>
      {actor.id ? (
        <Anchor
          component="button"
          type="button"
          size="sm"
          ta="start"
          className="untrusted"
          title={t('filterActor', { name })}
          onClick={() => change({ actor: actor.id })}
        >
          {name}
        </Anchor>
      ) : (
        <Text size="sm" className="untrusted">
          {name}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {t(actor.kind === 'system' ? 'unknownActor' : actor.kind)}
      </Text>
    </Stack>
  )
}

function Target({ entry: { resource, profile_id: profileId } }: { entry: AuditEntry }) {
  const t = useMessages(auditMessages)
  const change = useSearchParamsSetter()
  const profileName = useProfileName()
  return (
    <Stack gap={0} miw={0}>
      {resource?.id && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          ff="monospace"
          ta="start"
          c="inherit"
          truncate
          title={t('filterTarget', { id: resource.id })}
          onClick={() => change({ resource: resource.id })}
        >
          {resource.id}
        </Anchor>
      )}
      {resource && !resource.id && (
        <Text size="xs" ff="monospace" truncate>
          {resource.type}
        </Text>
      )}
      {profileId && (
        <Text size="xs" c="dimmed" truncate dir="auto">
          {profileName(profileId)}
        </Text>
      )}
    </Stack>
  )
}

function Origin({ entry: { ip, request_id: requestId } }: { entry: AuditEntry }) {
  const t = useMessages(auditMessages)
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <Text size="sm" truncate>
        {ip ?? '–'}
      </Text>
      {requestId && <CopyButton value={requestId} label={`${t('request')} ${requestId}`} />}
    </Group>
  )
}
