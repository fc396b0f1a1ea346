import { Group, Text } from '@mantine/core'
import type { System } from '@postern/sdk'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { formatInstant } from '../../parts/dates.ts'
import { FactList } from './fact-list.tsx'
import { systemMessages } from './messages.ts'

/** The role and replicas of the PostgreSQL server, what a failover costs, and the last one. */
export function DatabaseServer({ server }: { server: System['database'] }) {
  const t = useMessages(systemMessages)
  const { i18n } = useTranslation()
  const { role, replication, replicas, never_twice, last_failover } = server
  const instant = (at: string) => formatInstant(at, i18n.language, 'medium')
  const seconds = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: 'second',
    maximumFractionDigits: 1,
  })
  const { lost_since: since, lost_until: until } = last_failover ?? {}
  return (
    <>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        {never_twice.holds ? (
          <CircleCheck size={16} color="var(--mantine-color-teal-7)" {...mark} />
        ) : (
          <TriangleAlert size={16} color="var(--mantine-color-orange-7)" {...mark} />
        )}
        <Text size="sm">{t(never_twice.code)}</Text>
      </Group>
      <FactList
        facts={[
          [t('serverRole'), t(`role_${role}`)],
          [
            t('replication'),
            replication === null ? t('notVisible') : t(`replication_${replication}`),
          ],
          ...replicas.map(
            ({ name, lag_seconds: lag }) =>
              [
                name,
                lag === null ? t('notVisible') : t('behind', { lag: seconds.format(lag) }),
              ] as const,
          ),
          ...(last_failover
            ? [[t('lastFailover'), instant(last_failover.noticed_at)] as const]
            : []),
          ...(since && until
            ? [[t('lostSpan'), `${instant(since)} – ${instant(until)}`] as const]
            : []),
        ]}
      />
    </>
  )
}

const mark = { style: { flexShrink: 0, marginTop: 2 }, 'aria-hidden': true } as const
