import { Button, Group, Select } from '@mantine/core'
import type { AccountListItem, Comment } from '@postern/sdk'
import { replyStatuses } from '@postern/sdk/contract'
import { X } from 'lucide-react'
import { useProfileParam, useSearchParamsSetter } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { FoldedFilters } from '../../parts/filters.tsx'
import { platformName } from '../../parts/platform-mark.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { useMay } from '../../session/use-session.ts'
import { useAssignees } from './assignees.ts'
import classes from './inbox.module.css'
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

/** The clear button replaces the arrow, so that a long choice is readable on a phone. */
const clearable = { clearable: true, clearSectionMode: 'clear' } as const

type Props = { filters: CommentFilters; accounts: readonly AccountListItem[] }

/** Filters of the inbox, stored in query parameters: in one row, or folded on phones. */
export function Filters({ filters, accounts }: Props) {
  const t = useMessages(inboxMessages)
  const change = useSearchParamsSetter()
  const canAssign = useMay('comments:write')
  const platforms = [...new Set(accounts.map(({ platform }) => platform))]
  const listed = accounts.filter(
    ({ platform }) => !filters.platform || platform === filters.platform,
  )
  const folded = [filters.assigned, filters.platform, filters.account]
  return (
    <Group gap="xs" role="search" className={classes.filters}>
      <SearchField
        label={t('search')}
        value={filters.search}
        onChange={(search) => change({ search })}
      />
      <Select
        aria-label={t('status')}
        allowDeselect={false}
        data={[...replyStatuses, 'all' as const].map((value) => ({ value, label: t(value) }))}
        value={filters.status}
        onChange={(value) => change({ status: value === 'unreplied' ? null : value })}
      />
      <FoldedFilters count={folded.filter(Boolean).length}>
        {canAssign && (
          <AssigneeFilter value={filters.assigned} onChange={(assigned) => change({ assigned })} />
        )}
        {platforms.length > 1 && (
          <Select
            aria-label={t('platform')}
            placeholder={t('anyPlatform')}
            {...clearable}
            data={platforms.map((value) => ({ value, label: platformName(value) }))}
            value={filters.platform}
            onChange={(platform) => change({ platform, account: null })}
          />
        )}
        <Select
          aria-label={t('account')}
          placeholder={t('anyAccount')}
          {...clearable}
          searchable
          data={listed.map(({ id, platform, username }) => ({
            value: id,
            label: `${username} · ${platformName(platform)}`,
          }))}
          value={filters.account}
          onChange={(account) => change({ account })}
        />
      </FoldedFilters>
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
    </Group>
  )
}

type AssigneeProps = { value: string | null; onChange: (assigned: string | null) => void }

function AssigneeFilter({ value, onChange }: AssigneeProps) {
  const t = useMessages(inboxMessages)
  const [profile] = useProfileParam()
  const others = useAssignees(profile).filter(({ isYou }) => !isYou)
  return (
    <Select
      aria-label={t('assignee')}
      placeholder={t('anyAssignee')}
      {...clearable}
      data={[
        { value: 'me', label: t('toMe') },
        { value: 'none', label: t('unassigned') },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value}
      onChange={onChange}
    />
  )
}
