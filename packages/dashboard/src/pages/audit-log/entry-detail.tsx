import { Anchor, Badge, Code, Group, Modal, Stack, Text } from '@mantine/core'
import type { AuditEntry } from '@postern/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { CopyField, LabeledCopyButton } from '../../parts/copy-field.tsx'
import { Fact } from '../../parts/fact.tsx'
import { When } from '../../parts/when.tsx'
import { useProfileName } from '../../session/use-profiles.ts'
import { useChanges } from './changes.ts'
import { FailureReason } from './failure-reason.tsx'
import { auditMessages } from './messages.ts'
import { actorName, Sentence } from './sentence.tsx'

type Props = { entry: AuditEntry; onClose: () => void }

/** Everything that is stored about an entry, with links to what belongs to it. */
export function EntryDetail({ entry, onClose }: Props) {
  const t = useMessages(auditMessages)
  const nameOf = useProfileName()
  const { actor, resource, profile_id: profile, request_id: requestId } = entry
  const name = actorName(t, entry)
  const changes = useChanges()(entry)
  const filterLink = (search: Record<string, string>, text: ReactNode) => (
    <Anchor
      component={Link}
      to="/audit-log"
      search={search as never}
      size="sm"
      className="untrusted"
    >
      {text}
    </Anchor>
  )
  return (
    <Modal opened onClose={onClose} title={<Sentence entry={entry} inherit />} size="lg">
      <Stack gap="xs">
        <Fact label={t('when')}>
          <When at={entry.at} size="sm" exact="seconds" />
        </Fact>
        <Fact label={t('actor')}>
          <Stack gap={4} align="flex-start">
            <Text size="sm" className="untrusted" dir="auto">
              {actor.kind === 'api_key' ? t('keyNamed', { name: t('quoted', { name }) }) : name}
            </Text>
            {actor.id && filterLink({ actor: actor.id }, t('byActor', { name }))}
          </Stack>
        </Fact>
        <Fact label={t('result')}>
          {entry.status >= 400 ? (
            <Badge color="red" variant="light" tt="none">
              {t('failed')} · {entry.status}
            </Badge>
          ) : (
            `${t('succeeded')} · ${entry.status}`
          )}
        </Fact>
        <FailureReason entry={entry} />
        {changes.length > 0 && (
          <Fact label={t('changed')}>
            {changes.map((change) => (
              <div key={change}>{change}</div>
            ))}
          </Fact>
        )}
        <Fact label={t('code')}>
          <Code>{entry.action}</Code>
        </Fact>
        {profile && (
          <Fact label={t('profileColumn')}>
            <Text size="sm" className="untrusted" dir="auto">
              {nameOf(profile)}
            </Text>
          </Fact>
        )}
        <Fact label={t('ipAddress')}>{entry.ip ?? '–'}</Fact>
        {entry.via && <Fact label={t('via')}>{t('assistant')}</Fact>}
        {resource?.id && (
          <>
            <CopyField label={t('resourceId')} value={resource.id} />
            {filterLink({ resource: resource.id }, t('history'))}
          </>
        )}
        {requestId && <CopyField label={t('requestId')} value={requestId} />}
        {requestId && actor.kind === 'api_key' && (
          <Anchor component={Link} to="/requests" search={{ id: requestId } as never} size="sm">
            {t('viewRequest')}
          </Anchor>
        )}
        <Group mt="xs">
          <LabeledCopyButton value={addressOf(entry)} label={t('copyLink')} />
        </Group>
      </Stack>
    </Modal>
  )
}

/** Without the filters of the list. */
function addressOf({ id }: AuditEntry): string {
  const url = new URL(location.pathname, location.origin)
  url.searchParams.set('entry', id)
  return url.href
}
