import { Button } from '@mantine/core'
import type { Member } from '@postern/sdk'
import { UserPlus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { Empty } from '../../parts/empty.tsx'
import { ListStates } from '../../parts/list-states.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { MemberForm } from './member-form.tsx'
import { MemberTable } from './member-table.tsx'
import { memberMessages } from './messages.ts'
import { type MemberLink, SignInLinkDialog } from './sign-in-link-dialog.tsx'

export function Page() {
  const t = useMessages(memberMessages)
  const [edited, setEdited] = useState<Member | 'new' | null>(null)
  const [createdLink, setCreatedLink] = useState<MemberLink | null>(null)
  const list = useList('members', 'page', (client, page) => client.members.list(page), {
    scope: 'all',
  })
  return (
    <PageFrame
      title={t('title')}
      text={t('text')}
      actions={
        <Button leftSection={<UserPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
          {t('add')}
        </Button>
      }
    >
      <ListStates
        list={list}
        empty={<Empty icon={UsersRound} title={t('emptyTitle')} text={t('emptyText')} />}
      >
        {(members) => <MemberTable members={members} onEdit={setEdited} onLink={setCreatedLink} />}
      </ListStates>
      <MemberForm edited={edited} onClose={() => setEdited(null)} onLink={setCreatedLink} />
      <SignInLinkDialog memberLink={createdLink} onClose={() => setCreatedLink(null)} />
    </PageFrame>
  )
}
