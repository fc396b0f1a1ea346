import { Button } from '@mantine/core'
import type { AccountListItem, Comment } from '@postern/sdk'
import { replyStatuses } from '@postern/sdk/contract'
import { X } from 'lucide-react'
import { useProfileParam, useSearchParamsSetter } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { FilterBar, type FilterField } from '../../parts/filter-bar.tsx'
import { platformName } from '../../parts/platform-mark.tsx'
import { useMay } from '../../session/use-session.ts'
import { useAssignees } from './assignees.ts'
import { inboxMessages } from './messages.ts'

export type ReplyStatus = Comment['reply_status']

export type CommentFilters = {
  /** `all` or a reply status. */
  status: string
  /** `me`, `none` or a member's ID. */
  assigned: string | null
  account: string | null
  platform: string | null
  post: string | null
  search: string | null
}

type Props = { filters: CommentFilters; accounts: readonly AccountListItem[] }

/** The filters of the inbox. */
export function Filters({ filters, accounts }: Props) {
  const t = useMessages(inboxMessages)
  const change = useSearchParamsSetter()
  const canAssign = useMay('comments:write')
  const [profile] = useProfileParam()
  const others = useAssignees(profile, canAssign).filter(({ isYou }) => !isYou)
  const platforms = [...new Set(accounts.map(({ platform }) => platform))]
  const fields: (FilterField | false)[] = [
    { kind: 'search', name: 'search', label: t('search'), isPinned: true },
    {
      kind: 'choice',
      name: 'status',
      label: t('status'),
      options: [...replyStatuses, 'all' as const].map((value) => ({ value, label: t(value) })),
      initial: 'unreplied',
      isPinned: true,
    },
    canAssign && {
      kind: 'choice',
      name: 'assigned',
      label: t('assignee'),
      placeholder: t('anyAssignee'),
      options: [
        { value: 'me', label: t('toMe') },
        { value: 'none', label: t('unassigned') },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
    platforms.length > 1 && {
      kind: 'choice',
      name: 'platform',
      label: t('platform'),
      placeholder: t('anyPlatform'),
      options: platforms.map((value) => ({ value, label: platformName(value) })),
      resets: ['account'],
    },
    {
      kind: 'choice',
      name: 'account',
      label: t('account'),
      placeholder: t('anyAccount'),
      options: accounts
        .filter(({ platform }) => !filters.platform || platform === filters.platform)
        .map(({ id, platform, username }) => ({
          value: id,
          label: `${username} · ${platformName(platform)}`,
        })),
    },
  ]
  return (
    <FilterBar fields={fields.filter((field) => field !== false)}>
      {filters.post && (
        <Button
          variant="light"
          rightSection={<X size={14} aria-hidden />}
          aria-label={t('allPosts')}
          onClick={() => change({ post: null })}
        >
          {t('onePost')}
        </Button>
      )}
    </FilterBar>
  )
}
