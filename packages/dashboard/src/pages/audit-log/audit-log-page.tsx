import { Button } from '@mantine/core'
import dayjs from 'dayjs'
import { FileClock } from 'lucide-react'
import { useList } from '../../api/use-data.ts'
import {
  useProfileParam,
  useSearchParam,
  useSearchParamsSetter,
} from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { Empty } from '../../parts/empty.tsx'
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

/** An invalid date in the URL is ignored. */
function isDay(text: string | null): text is string {
  return text !== null && dayjs(text).isValid()
}

function AuditLog() {
  const t = useMessages(auditMessages)
  const common = useMessages(commonMessages)
  const change = useSearchParamsSetter()
  const [profile] = useProfileParam()
  const [actor] = useSearchParam('actor')
  const [action] = useSearchParam('action')
  const [resource] = useSearchParam('resource')
  const [from] = useSearchParam('from')
  const [to] = useSearchParam('to')
  const query = {
    ...(profile ? { profile_id: profile } : {}),
    ...(actor ? { actor_id: actor } : {}),
    ...(action ? { action } : {}),
    ...(resource ? { resource_id: resource } : {}),
    ...(isDay(from) ? { from: dayjs(from).toISOString() } : {}),
    // `to` is inclusive: add a calendar day, which may have 23 or 25 hours.
    ...(isDay(to) ? { to: dayjs(to).add(1, 'day').toISOString() } : {}),
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
