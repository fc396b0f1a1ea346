import { approvalStatuses, postStatuses } from '@postern/sdk/contract'
import { useProfileParam, useSearchParams } from '../api/use-search-param.ts'
import { useMessages } from '../messages/messages.ts'
import { FilterBar, type FilterField } from '../parts/filter-bar.tsx'
import { platformChoices, platformName } from '../parts/platform-mark.tsx'
import { belongsToProfile, useAccounts } from '../session/use-accounts.ts'
import { postMessages } from './messages.ts'

export const filterNames = [
  'status',
  'account',
  'approval',
  'platform',
  'tag',
  'from',
  'to',
  'external_id',
] as const
type FilterName = (typeof filterNames)[number]

/** The filters from the URL as query parameters of the API. */
export function usePostFilters(names: readonly FilterName[] = filterNames): PostQuery {
  const values = useSearchParams()
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = values[name]
      return value ? [[name === 'account' ? 'account_id' : name, value]] : []
    }),
  )
}

type PostQuery = { [Name in Exclude<FilterName, 'account'> | 'account_id']?: string }

/** Filters by `names` in one row; the less common ones are below it, behind a button. */
export function PostFilters({ names }: { names: readonly FilterName[] }) {
  const t = useMessages(postMessages)
  const { data: accounts = [] } = useAccounts()
  const [profile] = useProfileParam()
  const fields: Record<FilterName, FilterField> = {
    status: {
      kind: 'choice',
      name: 'status',
      label: t('status'),
      options: postStatuses.map((status) => ({ value: status, label: t(status) })),
      isPinned: true,
    },
    account: {
      kind: 'choice',
      name: 'account',
      label: t('account'),
      options: accounts
        .filter((account) => belongsToProfile(account, profile))
        .map(({ id, platform, username }) => ({
          value: id,
          label: `${platformName(platform)} · ${username}`,
        })),
    },
    platform: {
      kind: 'choice',
      name: 'platform',
      label: t('platform'),
      options: platformChoices(),
    },
    approval: {
      kind: 'choice',
      name: 'approval',
      label: t('approval'),
      options: approvalStatuses.map((status) => ({
        value: status,
        label: t(`approval_${status}`),
      })),
    },
    tag: { kind: 'text', name: 'tag', label: t('tag') },
    from: { kind: 'day', name: 'from', label: t('from') },
    to: { kind: 'day', name: 'to', label: t('to') },
    external_id: { kind: 'text', name: 'external_id', label: t('externalId') },
  }
  const isRare = (name: FilterName) => names.length > chipsMax && !frequent.includes(name)
  return (
    <FilterBar
      look="chips"
      canReset
      fields={names.map((name) => ({ ...fields[name], isRare: isRare(name) }))}
    />
  )
}

const chipsMax = 4
const frequent: readonly FilterName[] = ['status', 'account', 'platform']
