import { Button, Group, Select, Stack } from '@mantine/core'
import type { Account, Comment } from '@postern/sdk'
import { X } from 'lucide-react'
import { useSearchParamsSetter } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { platformName } from '../../parts/platform-mark.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { inboxMessages } from './messages.ts'

export const statuses = ['unreplied', 'in_progress', 'replied', 'no_reply_needed'] as const
export type ReplyStatus = Comment['reply_status']

export type CommentFilters = {
  /** `all` or a reply status. */
  status: string
  account: string | null
  platform: string | null
  post: string | null
  search: string | null
}

type Props = { filters: CommentFilters; accounts: readonly Account[] }

/** Filters of the inbox, stored in query parameters. */
export function Filters({ filters, accounts }: Props) {
  const t = useMessages(inboxMessages)
  const change = useSearchParamsSetter()
  const platforms = [...new Set(accounts.map(({ platform }) => platform))]
  const listed = accounts.filter(
    ({ platform }) => !filters.platform || platform === filters.platform,
  )
  return (
    <Stack gap="xs" role="search">
      <SearchField
        label={t('search')}
        value={filters.search}
        onChange={(search) => change({ search })}
        charsMax={200}
      />
      <Group gap="xs" align="flex-end">
        <Select
          label={t('status')}
          flex={{ base: '1 1 8rem', xs: '0 0 190px' }}
          allowDeselect={false}
          data={[...statuses, 'all' as const].map((value) => ({ value, label: t(value) }))}
          value={filters.status}
          onChange={(value) => change({ status: value === 'unreplied' ? null : value })}
        />
        <Select
          label={t('account')}
          flex={{ base: '1 1 8rem', xs: '0 0 230px' }}
          placeholder={t('anyAccount')}
          clearable
          searchable
          data={listed.map(({ id, platform, username }) => ({
            value: id,
            label: `${username} · ${platformName(platform)}`,
          }))}
          value={filters.account}
          onChange={(account) => change({ account })}
        />
        {platforms.length > 1 && (
          <Select
            label={t('platform')}
            flex={{ base: '1 1 8rem', xs: '0 0 180px' }}
            placeholder={t('anyPlatform')}
            clearable
            data={platforms.map((value) => ({ value, label: platformName(value) }))}
            value={filters.platform}
            onChange={(platform) => change({ platform, account: null })}
          />
        )}
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
    </Stack>
  )
}
