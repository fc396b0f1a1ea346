import { Button, SegmentedControl } from '@mantine/core'
import { connectLinkStatuses, invitationStatuses } from '@postern/sdk/contract'
import { Plus } from 'lucide-react'
import { useSearchParam, useSearchParamsSetter, useSearchText } from '../../api/use-search-param.ts'
import { CreateLink } from '../../connect/create-link.tsx'
import { linkMessages } from '../../connect/messages.ts'
import { useMessages } from '../../messages/messages.ts'
import { FilterBar, type FilterField } from '../../parts/filter-bar.tsx'
import { LoadingLines } from '../../parts/list-states.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { useSelectedProfile } from '../../session/use-selected-profile.ts'
import { InvitationDetail } from './invitation-detail.tsx'
import { LinkDetail } from './link-detail.tsx'
import { InvitationList, LinkList } from './lists.tsx'
import { useFirstKind } from './use-first-kind.ts'

/** The list with a status that the other one does not have. */
function kindOf(status: string | null) {
  if (status === 'open') return 'invitations'
  return status === 'valid' || status === 'used' ? 'links' : null
}

/** Invitations and connect links. */
export function Page() {
  const t = useMessages(linkMessages)
  const [dialog, setDialog] = useSearchParam('new')
  const [link, setLink] = useSearchParam('link')
  const [invitation, setInvitation] = useSearchParam('invitation')
  const [status] = useSearchParam('status')
  const [search] = useSearchText()
  const [kind] = useSearchParam('kind')
  const change = useSearchParamsSetter()
  const { profile, isReady } = useSelectedProfile()
  const first = useFirstKind(kind === null)
  const shown = kind ?? kindOf(status) ?? first
  const isLinks = shown === 'links'
  const statuses = isLinks ? connectLinkStatuses : invitationStatuses
  const create = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setDialog('1')}>
      {t('create')}
    </Button>
  )
  const showCreated = ({ object }: { object: string }) =>
    change({ kind: object === 'connect_link' ? 'links' : 'invitations', status: null })
  const List = isLinks ? LinkList : InvitationList
  const fields: FilterField[] = [
    { kind: 'search', name: 'search', label: t('search'), isPinned: true },
    {
      kind: 'other',
      name: 'kind',
      label: t('kind'),
      names: [],
      element: (
        <SegmentedControl
          aria-label={t('kind')}
          data={[
            { value: 'invitations', label: t('invitations') },
            { value: 'links', label: t('singleLinks') },
          ]}
          value={isLinks ? 'links' : 'invitations'}
          onChange={(value) => change({ kind: value, status: null })}
        />
      ),
      isPinned: true,
    },
    {
      kind: 'choice',
      name: 'status',
      label: t('filterStatus'),
      any: t('anyStatus'),
      options: statuses.map((value) => ({ value, label: t(value) })),
      isPinned: true,
    },
  ]
  return (
    <PageFrame title={t('title')} text={t('text')} actions={create}>
      <FilterBar fields={fields} />
      {shown === null ? (
        <LoadingLines rows={5} />
      ) : (
        <List
          status={status}
          search={search}
          create={create}
          onReset={() => change({ status: null, search: null })}
          onOpen={isLinks ? setLink : setInvitation}
        />
      )}
      {dialog && isReady && (
        <CreateLink
          {...(profile ? { profile } : {})}
          onCreated={showCreated}
          onClose={() => setDialog(null)}
        />
      )}
      {link && <LinkDetail id={link} onClose={() => setLink(null)} />}
      {invitation && <InvitationDetail id={invitation} onClose={() => setInvitation(null)} />}
    </PageFrame>
  )
}
