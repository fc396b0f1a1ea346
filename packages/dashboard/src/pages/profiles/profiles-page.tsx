import { Button, Group, Input, SegmentedControl } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Plus, Users } from 'lucide-react'
import { useList } from '../../api/use-data.ts'
import { useSearchParam, useSearchText } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { ClientTable } from '../../parts/client-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { ListStates } from '../../parts/list-states.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { notifySuccess } from '../../parts/notify.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { profileName } from '../../parts/visible-name.ts'
import { useAccounts } from '../../session/use-accounts.ts'
import { useProfileOf } from '../../session/use-profiles.ts'
import { useMember } from '../../session/use-session.ts'
import { Deletions } from './deletions.tsx'
import { profileMessages } from './messages.ts'
import { ProfileForm } from './profile-form.tsx'
import { ProfileMenu } from './profile-menu.tsx'

const withoutDialog = (search: object) => ({ ...search, new: undefined })

export function Page() {
  const t = useMessages(profileMessages)
  const common = useMessages(commonMessages)
  const navigate = useNavigate()
  const isOwner = useMember().member.role === 'owner'
  const [dialog, setDialog] = useSearchParam('new')
  const [search, setSearch] = useSearchText()
  const [sortParam, setSort] = useSearchParam('sort')
  const sort = sortParam === 'name' ? 'name' : 'attention'
  const accounts = useAccounts().data ?? []
  const profileOf = useProfileOf()
  const list = useList(
    'statistics',
    ['page', search, sort],
    (client, page) =>
      client.profiles.listStatistics({ ...page, sort, ...(search ? { search } : {}) }),
    { scope: 'all' },
  )
  const create = isOwner && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setDialog('1')}>
      {t('create')}
    </Button>
  )
  const open = async (id: string) => {
    // The way back is to the list without the dialog.
    await navigate({ to: '.', replace: true, search: withoutDialog } as never)
    await navigate({ to: `/profiles/${id}` } as never)
  }
  const colorOf = (id: string) => profileOf(id)?.color ?? null
  return (
    <PageFrame title={t('title')} text={t('text')} actions={create}>
      {isOwner && <Deletions />}
      <Group align="flex-end" gap="sm">
        <SearchField label={t('search')} value={search} onChange={setSearch} />
        <Input.Wrapper label={t('sort')}>
          <div>
            <SegmentedControl
              aria-label={t('sort')}
              value={sort}
              onChange={(value) => setSort(value === 'name' ? value : null)}
              data={[
                { value: 'attention', label: t('sortAttention') },
                { value: 'name', label: t('name') },
              ]}
            />
          </div>
        </Input.Wrapper>
      </Group>
      <ListStates
        list={list}
        empty={
          search ? (
            <Empty
              icon={Users}
              title={t('nothingFound')}
              text=""
              action={
                <Button variant="default" onClick={() => setSearch(null)}>
                  {common('clearSearch')}
                </Button>
              }
            />
          ) : (
            <Empty icon={Users} title={t('emptyTitle')} text={t('emptyText')} action={create} />
          )
        }
      >
        {(clients) => (
          <ClientTable
            label={t('title')}
            clients={clients}
            accounts={accounts}
            colorOf={colorOf}
            menu={({ profile_id: id, name, external_id }) => (
              <ProfileMenu profile={{ id, name, external_id, color: colorOf(id) }} />
            )}
          />
        )}
      </ListStates>
      {dialog && isOwner && (
        <ProfileForm
          onClose={() => setDialog(null)}
          onSaved={(created) => {
            notifySuccess(t('createDone', { name: profileName(created) }))
            void open(created.id)
          }}
        />
      )}
    </PageFrame>
  )
}
