import { Button } from '@mantine/core'
import { FileClock } from 'lucide-react'
import { useList } from '../../api/use-data.ts'
import {
  useProfileParam,
  useSearchParam,
  useSearchParamsSetter,
} from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { Empty } from '../../parts/empty.tsx'
import { useDayRange } from '../../parts/filters.tsx'
import { ListStates } from '../../parts/list-states.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { OwnerOnly } from '../../shell/fallback-pages.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { auditMessages } from './messages.ts'

export function Page() {
  return (
    <OwnerOnly>
      <AuditLog />
    </OwnerOnly>
  )
}

function AuditLog() {
  const t = useMessages(auditMessages)
  const common = useMessages(commonMessages)
  const change = useSearchParamsSetter()
  const [profile] = useProfileParam()
  const [actor] = useSearchParam('actor')
  const [action] = useSearchParam('action')
  const [resource] = useSearchParam('resource')
  const query = {
    ...(profile ? { profile_id: profile } : {}),
    ...(actor ? { actor_id: actor } : {}),
    ...(action ? { action } : {}),
    ...(resource ? { resource_id: resource } : {}),
    ...useDayRange(),
  }
  const list = useList(
    'audit_log',
    query,
    (client, page) => client.auditLog.list({ ...query, ...page }),
    { scope: 'all' },
  )
  const isFiltered = Object.keys(query).length > 0
  const reset = () =>
    change({ actor: null, action: null, resource: null, from: null, to: null, profile: null })
  return (
    <PageFrame title={t('title')} text={t('text')}>
      <AuditFilters />
      <ListStates
        list={list}
        empty={
          <Empty
            icon={FileClock}
            title={isFiltered ? common('noMatches') : t('emptyTitle')}
            text={isFiltered ? '' : t('emptyText')}
            action={
              isFiltered && (
                <Button variant="default" onClick={reset}>
                  {common('resetFilters')}
                </Button>
              )
            }
          />
        }
      >
        {(entries) => <AuditTable entries={entries} />}
      </ListStates>
    </PageFrame>
  )
}
