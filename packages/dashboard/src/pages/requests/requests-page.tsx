import './requests.css'
import { Button } from '@mantine/core'
import { ListTree, RefreshCw } from 'lucide-react'
import { useList } from '../../api/use-data.ts'
import { useSearchParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { FilteredEmpty } from '../../parts/filtered-empty.tsx'
import { ListStates } from '../../parts/list-states.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { requestMessages } from './messages.ts'
import { RequestDetail } from './request-detail.tsx'
import { filterNames, RequestFilters, toQuery, useRequestFilters } from './request-filters.tsx'
import { RequestTable } from './request-table.tsx'

/** The requests made with API keys. */
export function Page() {
  const t = useMessages(requestMessages)
  const [opened, setOpened] = useSearchParam('request')
  const filters = useRequestFilters()
  const list = useList('requests', filters, (client, page, signal) =>
    client.requests.list({ ...toQuery(filters), ...page }, { signal }),
  )
  return (
    <PageFrame
      title={t('title')}
      text={t('text')}
      actions={
        <Button
          variant="default"
          leftSection={<RefreshCw size={16} aria-hidden />}
          loading={list.query.isRefetching}
          onClick={() => void list.query.refetch()}
        >
          {t('refresh')}
        </Button>
      }
    >
      <RequestFilters />
      <ListStates
        list={list}
        empty={
          <FilteredEmpty
            icon={ListTree}
            title={t('emptyTitle')}
            text={t('emptyText')}
            isFiltered={Object.keys(filters).length > 0}
            names={filterNames}
          />
        }
      >
        {(requests) => <RequestTable requests={requests} />}
      </ListStates>
      {opened && <RequestDetail id={opened} onClose={() => setOpened(null)} />}
    </PageFrame>
  )
}
