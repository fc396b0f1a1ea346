import { Alert, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { System } from '@postern/sdk'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { platformName } from '../../parts/platform-mark.tsx'
import { useWarningText } from '../overview/warning-text.ts'
import { FactList } from './fact-list.tsx'
import { formatBytes, formatDuration } from './format.ts'
import { systemMessages } from './messages.ts'
import { Processes } from './processes.tsx'

const pollMs = 10_000

export function Page() {
  const t = useMessages(systemMessages)
  const query = useData('system', 'one', (client) => client.system.get(), {
    scope: 'all',
    refetchInterval: pollMs,
  })
  return (
    <PageFrame title={t('title')} text={t('text')}>
      <DataState query={query} rows={6}>
        {(system) => <Sections system={system} />}
      </DataState>
    </PageFrame>
  )
}

function Sections({ system }: { system: System }) {
  const t = useMessages(systemMessages)
  const { i18n } = useTranslation()
  const { deliveries, storage } = system
  const oldest = (seconds: number | null) =>
    seconds === null ? t('nothingDue') : formatDuration(seconds, t)
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <>
      <State system={system} />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        <Section title={t('deliveries')}>
          <FactList
            facts={[
              [t('pending'), number.format(deliveries.pending)],
              [t('due'), number.format(deliveries.due)],
              [t('oldest'), oldest(deliveries.oldest_due_seconds)],
            ]}
          />
        </Section>
        <Section title={t('storage')}>
          <FactList
            facts={[
              [t('database'), formatBytes(storage.database_bytes, i18n.language)],
              [
                t('media'),
                `${formatBytes(storage.media_bytes, i18n.language)} · ${t('files', { count: storage.media_files })} ${t(storage.media_store)}`,
              ],
              [t('partitions'), t('days', { count: system.partition_days_ahead })],
            ]}
          />
        </Section>
        <Section title={t('installation')}>
          <FactList
            facts={[
              [t('address'), system.public_url],
              [
                t('versions'),
                `Postern ${system.versions.postern} · Node ${system.versions.node} · PostgreSQL ${system.versions.postgres}`,
              ],
              [t('migrations'), `${system.migrations.applied} / ${system.migrations.known}`],
              [t('mail'), t(system.smtp_configured ? 'set' : 'notSet')],
            ]}
          />
        </Section>
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Section title={t('work')} text={t('workText')}>
          <FactList
            facts={system.work.map(({ kind, oldest_due_seconds: seconds }) => {
              const key = workKeys.find((each) => each === `work_${kind}`)
              return [key ? t(key) : kind, oldest(seconds)]
            })}
          />
        </Section>
        <Section title={t('platforms')}>
          <FactList
            facts={system.platforms.map(({ platform, configured, sandbox }) => [
              platformName(platform),
              t(sandbox ? 'sandbox' : configured ? 'configured' : 'notConfigured'),
            ])}
          />
          <Text size="sm" c="dimmed">
            {t('docs')}
          </Text>
        </Section>
      </SimpleGrid>
      <Section title={t('processes')}>
        <Processes processes={system.processes} />
      </Section>
    </>
  )
}

const workKeys = [
  'work_deliveries',
  'work_posts',
  'work_watches',
  'work_profile_deletions',
  'work_mails',
  'work_chores',
] as const

const reasonKeys = [
  'draining',
  'database_unreachable',
  'migrations_pending',
  'no_worker',
  'partitions_missing',
  'clock_offset',
] as const

function State({ system: { ready, reasons, warnings } }: { system: System }) {
  const t = useMessages(systemMessages)
  const textOf = useWarningText()
  return (
    <Stack gap="sm">
      <Alert
        color={ready ? 'teal' : 'red'}
        variant="light"
        title={t(ready ? 'ready' : 'notReady')}
        icon={ready ? <CircleCheck aria-hidden /> : <TriangleAlert aria-hidden />}
      >
        {reasons.map(({ code, message }) => {
          const key = reasonKeys.find((each) => each === code)
          return (
            <Text size="sm" key={code}>
              {key ? t(key, { message }) : message}
            </Text>
          )
        })}
      </Alert>
      {warnings.map((warning) => (
        <Alert
          key={warning.code}
          color="yellow"
          variant="light"
          icon={<TriangleAlert aria-hidden />}
        >
          {textOf(warning)}
        </Alert>
      ))}
    </Stack>
  )
}

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <div>
          <Title order={2} size="h5">
            {title}
          </Title>
          {text && (
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  )
}
