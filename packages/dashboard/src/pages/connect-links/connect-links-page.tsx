import { Button, Select } from '@mantine/core'
import type { ConnectLink } from '@postern/sdk'
import { Link2, Plus } from 'lucide-react'
import { useList } from '../../api/use-data.ts'
import { useFilter } from '../../api/use-filter.ts'
import { useMessages } from '../../messages/messages.ts'
import { Empty } from '../../parts/empty.tsx'
import { ListStates } from '../../parts/list-states.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { words } from '../../parts/words.ts'
import { useChosenProfile } from '../../session/use-chosen-profile.ts'
import { LinkDetail } from './link-detail.tsx'
import { LinkTable } from './link-table.tsx'
import { MakeLink } from './make-link.tsx'
import { linkWords } from './words.ts'

const statuses: readonly ConnectLink['status'][] = ['valid', 'used', 'expired', 'revoked']

export function Page() {
  const t = useMessages(linkWords)
  const common = useMessages(words)
  const [dialog, setDialog] = useFilter('new')
  const [opened, setOpened] = useFilter('link')
  const [status, setStatus] = useFilter('status')
  const { profile, isReady } = useChosenProfile()
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
        <MakeLink {...(profile ? { profile } : {})} onClose={() => setDialog(null)} />
      )}
      {opened && <LinkDetail id={opened} onClose={() => setOpened(null)} />}
    </PageFrame>
  )
}
