import { Button } from '@mantine/core'
import type { AccountListItem, PlatformValue } from '@postern/sdk'
import { accountStatuses } from '@postern/sdk/contract'
import { Plus, Share2 } from 'lucide-react'
import { useAllItems, useList } from '../../api/use-data.ts'
import { useSearchParam, useSearchText } from '../../api/use-search-param.ts'
import { CreateLink } from '../../connect/create-link.tsx'
import { useMessages } from '../../messages/messages.ts'
import { accountMessages } from '../../parts/account-messages.ts'
import { FilterBar, type FilterField } from '../../parts/filter-bar.tsx'
import { FilteredEmpty } from '../../parts/filtered-empty.tsx'
import { ListStates } from '../../parts/list-states.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { platformChoices } from '../../parts/platform-mark.tsx'
import { useSelectedProfile } from '../../session/use-selected-profile.ts'
import { useMay } from '../../session/use-session.ts'
import { AccountCard } from './account-card.tsx'
import { AccountGrid } from './account-grid.tsx'

export function Page() {
  const t = useMessages(accountMessages)
  const [platform] = useSearchParam('platform')
  const [status] = useSearchParam('status')
  const [search] = useSearchText()
  const [dialog, setDialog] = useSearchParam('new')
  const { profile, isReady } = useSelectedProfile()
  const isFiltered = platform !== null || status !== null || search !== null
  const list = useList('accounts', ['page', platform, status, search], (client, page, signal) =>
    client.accounts.list(
      {
        ...page,
        ...(platform ? { platform: platform as PlatformValue } : {}),
        ...(status ? { status: status as AccountListItem['status'] } : {}),
        ...(search ? { search } : {}),
      },
      { signal },
    ),
  )
  const canConnect = useMay('connect:write')
  const { data: summaries } = useAllItems('insights', 'followers', (client) =>
    client.insights.accounts({ metrics: 'followers_count', limit: 100 }),
  )
  const connect = canConnect && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setDialog('1')}>
      {t('connect')}
    </Button>
  )
  const fields: FilterField[] = [
    { kind: 'search', name: 'search', label: t('search'), isPinned: true },
    {
      kind: 'choice',
      name: 'platform',
      label: t('filterPlatform'),
      any: t('anyPlatform'),
      options: platformChoices(),
      isPinned: true,
    },
    {
      kind: 'choice',
      name: 'status',
      label: t('filterStatus'),
      any: t('anyStatus'),
      options: accountStatuses.map((value) => ({ value, label: t(value) })),
      isPinned: true,
    },
  ]
  return (
    <PageFrame title={t('title')} text={t('text')} actions={connect}>
      <FilterBar fields={fields} look="labels" canReset />
      <ListStates
        list={list}
        empty={
          <FilteredEmpty
            icon={Share2}
            title={t('emptyTitle')}
            text={t('emptyText')}
            isFiltered={isFiltered}
            action={connect}
            names={['platform', 'status', 'search']}
          />
        }
      >
        {(accounts) => (
          <AccountGrid accounts={expiredFirst(accounts)}>
            {(account, isGrouped) => (
              <AccountCard
                key={account.id}
                account={account}
                isGrouped={isGrouped}
                followers={
                  summaries?.find(({ account_id }) => account_id === account.id)?.metrics
                    .followers_count
                }
              />
            )}
          </AccountGrid>
        )}
      </ListStates>
      {dialog && isReady && (
        <CreateLink {...(profile ? { profile } : {})} onClose={() => setDialog(null)} />
      )}
    </PageFrame>
  )
}

function expiredFirst(accounts: AccountListItem[]): AccountListItem[] {
  return accounts.toSorted((left, right) => Number(isExpired(right)) - Number(isExpired(left)))
}

const isExpired = ({ status }: AccountListItem) => status === 'expired'
