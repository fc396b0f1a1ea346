import { Button } from '@mantine/core'
import { Download, FileClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useAction, useList } from '../../api/use-data.ts'
import { useProfileParam, useSearchParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { useDayRange } from '../../parts/day-filter.tsx'
import { downloadCsv } from '../../parts/download.ts'
import { FilteredEmpty } from '../../parts/filtered-empty.tsx'
import { ListStates } from '../../parts/list-states.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { clockDay } from '../../parts/time-zone.ts'
import { actionGroups, isGroup } from './action-groups.ts'
import { AuditFilters, filterNames } from './audit-filters.tsx'
import { AuditList } from './audit-list.tsx'
import { LinkedEntry } from './linked-entry.tsx'
import { auditMessages } from './messages.ts'

export function Page() {
  const t = useMessages(auditMessages)
  const { i18n } = useTranslation()
  const max = new Intl.NumberFormat(i18n.language).format(LIMITS.audit.csvEntriesMax)
  const [opened, setOpened] = useSearchParam('entry')
  const query = useFilters()
  const list = useList(
    'audit_log',
    query,
    (client, page) => client.auditLog.list({ ...query, ...page }),
    { scope: 'all' },
  )
  return (
    <PageFrame
      title={t('title')}
      text={t('text', { max })}
      actions={<ExportButton query={query} />}
    >
      <AuditFilters entries={list.items} />
      {opened && !list.query.isPending && (
        <LinkedEntry id={opened} entries={list.items} onClose={() => setOpened(null)} />
      )}
      <ListStates
        list={list}
        empty={
          <FilteredEmpty
            icon={FileClock}
            title={t('emptyTitle')}
            text={t('emptyText')}
            isFiltered={Object.keys(query).length > 0}
            names={[...filterNames, 'profile']}
          />
        }
      >
        {(entries) => <AuditList entries={entries} onOpen={setOpened} />}
      </ListStates>
    </PageFrame>
  )
}

function ExportButton({ query }: { query: ReturnType<typeof useFilters> }) {
  const t = useMessages(auditMessages)
  const csv = useAction((client) => client.auditLog.csv(query), {
    topics: [],
    onSuccess: (text) => {
      const day = clockDay().format('YYYY-MM-DD')
      downloadCsv(text, `audit-log-${day}.csv`)
    },
  })
  return (
    <Button
      variant="default"
      leftSection={<Download size={16} aria-hidden />}
      loading={csv.isPending}
      onClick={() => csv.mutate(undefined)}
    >
      {t('export')}
    </Button>
  )
}

/** The filters in the URL as parameters of the API. */
function useFilters() {
  const [profile] = useProfileParam()
  const [actor] = useSearchParam('actor')
  const [kind] = useSearchParam('kind')
  const [action] = useSearchParam('action')
  const [resource] = useSearchParam('resource')
  const actions = action ?? (isGroup(kind) ? actionGroups[kind].join(',') : null)
  return {
    ...(profile ? { profile_id: profile } : {}),
    ...(actor ? { actor_id: actor } : {}),
    ...(actions ? { action: actions } : {}),
    ...(resource ? { resource_id: resource } : {}),
    ...useDayRange(),
  }
}
