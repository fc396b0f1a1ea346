import { Button, Select } from '@mantine/core'
import type { ConnectLink } from '@postern/sdk'
import { Link2, Plus } from 'lucide-react'
import { useList } from '../../api/use-data.ts'
import { useSearchParam } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { Empty } from '../../parts/empty.tsx'
import { ListStates } from '../../parts/list-states.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { useSelectedProfile } from '../../session/use-selected-profile.ts'
import { CreateLink } from './create-link.tsx'
import { LinkDetail } from './link-detail.tsx'
import { LinkTable } from './link-table.tsx'
import { linkMessages } from './messages.ts'

const statuses: readonly ConnectLink['status'][] = ['valid', 'used', 'expired', 'revoked']

export function Page() {
  const t = useMessages(linkMessages)
  const common = useMessages(commonMessages)
  const [dialog, setDialog] = useSearchParam('new')
  const [opened, setOpened] = useSearchParam('link')
  const [status, setStatus] = useSearchParam('status')
  const { profile, isReady } = useSelectedProfile()
  const list = useList('connect_links', ['page', status], (client, page) =>
    client.connect.links.list({ ...page, ...(status ? { status } : {}) }),
  )
  const create = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setDialog('1')}>
      {t('create')}
    </Button>
  )
  const reset = (
    <Button variant="default" onClick={() => setStatus(null)}>
      {common('resetFilters')}
    </Button>
  )
  return (
    <PageFrame title={t('title')} text={t('text')} actions={create}>
      <Select
        label={t('filterStatus')}
        data={[
          { value: '', label: t('any') },
          ...statuses.map((value) => ({ value, label: t(value) })),
        ]}
        value={status ?? ''}
        onChange={(value) => setStatus(value || null)}
        allowDeselect={false}
        maw={220}
      />
      <ListStates
        list={list}
        empty={
          <Empty
            icon={Link2}
            title={status ? common('noMatches') : t('emptyTitle')}
            text={status ? '' : t('emptyText')}
            action={status ? reset : create}
          />
        }
      >
        {(links) => <LinkTable links={links} onOpen={setOpened} />}
      </ListStates>
      {dialog && isReady && (
        <CreateLink {...(profile ? { profile } : {})} onClose={() => setDialog(null)} />
      )}
      {opened && <LinkDetail id={opened} onClose={() => setOpened(null)} />}
    </PageFrame>
  )
}
