import { Button } from '@mantine/core'
import type { ConnectLink, Invitation } from '@postern/sdk'
import { Link2, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { useList } from '../../api/use-data.ts'
import { linkMessages } from '../../connect/messages.ts'
import { useMessages } from '../../messages/messages.ts'
import { Empty } from '../../parts/empty.tsx'
import { ListStates } from '../../parts/list-states.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { InvitationTable } from './invitation-table.tsx'
import { LinkTable } from './link-table.tsx'

type Props = {
  status: string | null
  search: string | null
  /** The button that creates the first one. */
  create: ReactNode
  onReset: () => void
  onOpen: (id: string) => void
}

export function InvitationList({ status, search, create, onReset, onOpen }: Props) {
  const t = useMessages(linkMessages)
  const list = useList('connect_links', ['invitations', status, search], (client, page, signal) =>
    client.connect.invitations.list(
      {
        ...page,
        ...(status ? { status: status as Invitation['status'] } : {}),
        ...(search ? { search } : {}),
      },
      { signal },
    ),
  )
  const none = { icon: Mail, title: t('emptyInvitations'), text: t('emptyInvitationsText') }
  const empty =
    status || search ? <NoMatches onReset={onReset} /> : <Empty {...none} action={create} />
  return (
    <ListStates list={list} empty={empty}>
      {(invitations) => <InvitationTable invitations={invitations} onOpen={onOpen} />}
    </ListStates>
  )
}

/** Single-use links; those of an invitation are part of its activity. */
export function LinkList({ status, search, create, onReset, onOpen }: Props) {
  const t = useMessages(linkMessages)
  const list = useList('connect_links', ['page', status, search], (client, page, signal) =>
    client.connect.links.list(
      {
        ...page,
        invitation_id: 'none',
        ...(status ? { status: status as ConnectLink['status'] } : {}),
        ...(search ? { search } : {}),
      },
      { signal },
    ),
  )
  const none = { icon: Link2, title: t('emptyTitle'), text: t('emptyText') }
  const empty =
    status || search ? <NoMatches onReset={onReset} /> : <Empty {...none} action={create} />
  return (
    <ListStates list={list} empty={empty}>
      {(links) => <LinkTable links={links} onOpen={onOpen} />}
    </ListStates>
  )
}

function NoMatches({ onReset }: { onReset: () => void }) {
  const common = useMessages(commonMessages)
  return (
    <Empty
      icon={Link2}
      title={common('noMatches')}
      text=""
      action={
        <Button variant="default" onClick={onReset}>
          {common('resetFilters')}
        </Button>
      }
    />
  )
}
