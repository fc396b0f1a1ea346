import { Button, Group, Select } from '@mantine/core'
import type { AccountListItem, PlatformValue } from '@postern/sdk'
import { accountStatuses } from '@postern/sdk/contract'
import { Plus, Share2 } from 'lucide-react'
import { useAllItems, useList } from '../../api/use-data.ts'
import { useSearchParam, useSearchParamsSetter, useSearchText } from '../../api/use-search-param.ts'
import { CreateLink } from '../../connect/create-link.tsx'
import { useMessages } from '../../messages/messages.ts'
import { accountMessages } from '../../parts/account-messages.ts'
import { Empty } from '../../parts/empty.tsx'
import { ListStates } from '../../parts/list-states.tsx'
import { commonMessages } from '../../parts/messages.ts'
import { PageFrame } from '../../parts/page-frame.tsx'
import { platformChoices } from '../../parts/platform-mark.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { useSelectedProfile } from '../../session/use-selected-profile.ts'
import { useMay } from '../../session/use-session.ts'
import { AccountCard } from './account-card.tsx'
import { AccountGrid } from './account-grid.tsx'

export function Page() {
  const t = useMessages(accountMessages)
  const common = useMessages(commonMessages)
  const [platform] = useSearchParam('platform')
  const [status] = useSearchParam('status')
  const [search, setSearch] = useSearchText()
  const [dialog, setDialog] = useSearchParam('new')
  const change = useSearchParamsSetter()
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
  const reset = (
    <Button
      variant="default"
      onClick={() => change({ platform: null, status: null, search: null })}
    >
      {common('resetFilters')}
    </Button>
  )
  return (
    <PageFrame title={t('title')} text={t('text')} actions={connect}>
      <Group gap="sm" align="flex-end">
        <SearchField label={t('search')} value={search} onChange={setSearch} />
        <Select
          label={t('filterPlatform')}
          data={[{ value: '', label: t('anyPlatform') }, ...platformChoices()]}
          value={platform ?? ''}
          onChange={(value) => change({ platform: value || null })}
          allowDeselect={false}
          w={{ base: 'calc(50% - 6px)', xs: 180 }}
        />
        <Select
          label={t('filterStatus')}
          data={[
            { value: '', label: t('anyStatus') },
            ...accountStatuses.map((value) => ({ value, label: t(value) })),
          ]}
          value={status ?? ''}
          onChange={(value) => change({ status: value || null })}
          allowDeselect={false}
          w={{ base: 'calc(50% - 6px)', xs: 180 }}
        />
        {isFiltered && reset}
      </Group>
      <ListStates
        list={list}
        empty={
          <Empty
            icon={Share2}
            title={isFiltered ? common('noMatches') : t('emptyTitle')}
            text={isFiltered ? '' : t('emptyText')}
            action={isFiltered ? reset : connect}
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
