import { Alert, Anchor, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { System } from '@postern/sdk'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { DataState } from '../../parts/data-state.tsx'
import { formatBytes } from '../../parts/format-bytes.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { platformName } from '../../parts/platform-mark.tsx'
import { useWarningText } from '../overview/warning-text.ts'
import { DatabaseServer } from './database-server.tsx'
import { FactList } from './fact-list.tsx'
import { formatDuration } from './format.ts'
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
    <PageFrame
      title={t('title')}
      text={
        <>
          {t('text')}{' '}
          <Anchor href="/docs/guides/operations" target="_blank" inherit underline="always">
            {t('guide')}
          </Anchor>
        </>
      }
    >
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
              ...(deliveries.oldest_due_seconds === null
                ? []
                : [[t('oldest'), formatDuration(deliveries.oldest_due_seconds, t)] as const]),
            ]}
          />
          <Warnings system={system} place="deliveries" />
        </Section>
        <Work work={system.work} />
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
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
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
          <Warnings system={system} place="installation" />
        </Section>
        <Section title={t('platforms')}>
          <FactList
            facts={system.platforms.map(({ platform, configured, sandbox }) => [
              platformName(platform),
              t(sandbox ? 'sandbox' : configured ? 'configured' : 'notConfigured'),
            ])}
          />
        </Section>
      </SimpleGrid>
      <Section title={t('server')}>
        <DatabaseServer server={system.database} />
      </Section>
      <Section title={t('processes')}>
        <Processes processes={system.processes} />
      </Section>
    </>
  )
}

const workKeys = [
  'work_deliveries',
  'work_posts',
  'work_polls',
  'work_profile_deletions',
  'work_mails',
  'work_imports',
  'work_notices',
  'work_chores',
] as const

const reasonKeys = [
  'draining',
  'database_unreachable',
  'database_not_writable',
  'migrations_pending',
  'no_worker',
  'partitions_missing',
  'clock_offset',
  'storage_full',
] as const

/** Jobs that wait; those that do not are only counted. */
function Work({ work }: { work: System['work'] }) {
  const t = useMessages(systemMessages)
  const waiting = work.flatMap(({ kind, oldest_due_seconds: seconds }) => {
    const key = workKeys.find((each) => each === `work_${kind}`)
    return seconds === null ? [] : [[key ? t(key) : kind, formatDuration(seconds, t)] as const]
  })
  return (
    <Section title={t('work')} {...(waiting.length > 0 ? { text: t('workText') } : {})}>
      {waiting.length > 0 && <FactList facts={waiting} />}
      {waiting.length < work.length && (
        <Text size="sm">{t('idle', { count: work.length - waiting.length })}</Text>
      )}
    </Section>
  )
}

function State({ system: { ready, reasons } }: { system: System }) {
  const t = useMessages(systemMessages)
  if (ready) {
    return (
      <Group gap="xs" role="status">
        <CircleCheck size={18} color="var(--mantine-color-teal-7)" aria-hidden />
        <Text size="sm" fw={600}>
          {t('ready')}
        </Text>
      </Group>
    )
  }
  return (
    <Alert color="red" variant="light" title={t('notReady')} icon={<TriangleAlert aria-hidden />}>
      {reasons.map(({ code, message }) => {
        const key = reasonKeys.find((each) => each === code)
        return (
          <Text size="sm" key={code}>
            {key ? t(key, { message }) : message}
          </Text>
        )
      })}
    </Alert>
  )
}

const deliveryWarnings = ['private_webhooks_allowed', 'webhook_endpoints_switched_off']

type WarningsProps = { system: System; place: 'deliveries' | 'installation' }

/** The warnings that concern a section. */
function Warnings({ system: { warnings }, place }: WarningsProps) {
  const textOf = useWarningText()
  const isHere = ({ code }: { code: string }) =>
    deliveryWarnings.includes(code) === (place === 'deliveries')
  return warnings.filter(isHere).map((warning) => (
    <Group key={warning.code} gap="xs" wrap="nowrap" align="flex-start">
      <TriangleAlert
        size={16}
        color="var(--mantine-color-orange-7)"
        style={{ flexShrink: 0, marginTop: 2 }}
        aria-hidden
      />
      <Text size="sm">{textOf(warning)}</Text>
    </Group>
  ))
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
