import { ActionIcon, Badge, Paper, Stack, Text, Title, Tooltip } from '@mantine/core'
import type { AuditEntry } from '@postern/sdk'
import { ChevronRight, KeyRound, Terminal, UserRound } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { formatInstant, formatTimeOf } from '../../parts/dates.ts'
import { clockDay } from '../../parts/time-zone.ts'
import { useProfileName } from '../../session/use-profiles.ts'
import './audit-list.css'
import { useChanges } from './changes.ts'
import { dayHeading } from './day-heading.ts'
import { auditMessages } from './messages.ts'
import { isFailed, Sentence } from './sentence.tsx'

type Props = { entries: AuditEntry[]; onOpen: (id: string) => void }

/** Entries as sentences by day, each with a button for its details. */
export function AuditList({ entries, onOpen }: Props) {
  const { i18n } = useTranslation()
  const byDay = Map.groupBy(entries, ({ at }) => clockDay(at).format('YYYY-MM-DD'))
  return (
    <Stack gap="md">
      {[...byDay].map(([day, ofDay]) => (
        <Stack key={day} gap={6} component="section">
          <Title order={2} size="h5">
            {dayHeading(ofDay[0]!.at, i18n.language)}
          </Title>
          <Paper withBorder component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
            {ofDay.map((entry) => (
              <Row key={entry.id} entry={entry} onOpen={() => onOpen(entry.id)} />
            ))}
          </Paper>
        </Stack>
      ))}
    </Stack>
  )
}

const actionsWithValues = ['reschedulePost', 'changeReplyStatus']

/** Whether the changes follow the sentence. Other sentences, such as “paused …”, say what changed. */
function isPartOfSentence({ action }: AuditEntry): boolean {
  return action.startsWith('update') || actionsWithValues.includes(action)
}

const actorIcons = { member: UserRound, api_key: KeyRound, system: Terminal }

function Row({ entry, onOpen }: { entry: AuditEntry; onOpen: () => void }) {
  const t = useMessages(auditMessages)
  const { i18n } = useTranslation()
  const nameOf = useProfileName()
  const id = useId()
  const changes = useChanges()(entry)
  const Icon = actorIcons[entry.actor.kind]
  const { at, profile_id: profile } = entry
  return (
    <li className="audit-row">
      <Icon size={16} color="var(--mantine-color-dimmed)" aria-hidden />
      <div className="audit-what" id={`${id}-what`}>
        <Sentence entry={entry} />
        {isPartOfSentence(entry) && changes.length > 0 && (
          <Text span size="sm" c="dimmed" className="audit-changed">
            {' '}
            ({changes.join(' · ')})
          </Text>
        )}
      </div>
      <div className="audit-facts">
        {isFailed(entry) && (
          <Badge color="red" variant="light" tt="none" flex="none">
            {t('failed')} · {entry.status}
          </Badge>
        )}
        {entry.via && (
          <Badge color="gray" variant="light" tt="none" flex="none">
            {t('assistant')}
          </Badge>
        )}
        <Text size="sm" className="audit-profile untrusted" dir="auto">
          {profile && nameOf(profile)}
        </Text>
        <Tooltip
          label={`${formatInstant(at, i18n.language, 'medium')} · ${at}`}
          events={{ hover: true, focus: false, touch: true }}
        >
          <time dateTime={at}>{formatTimeOf(at, i18n.language)}</time>
        </Tooltip>
      </div>
      <ActionIcon
        id={id}
        variant="subtle"
        color="gray"
        aria-label={t('detailsOf')}
        aria-labelledby={`${id} ${id}-what`}
        onClick={onOpen}
      >
        <ChevronRight size={18} aria-hidden />
      </ActionIcon>
    </li>
  )
}
