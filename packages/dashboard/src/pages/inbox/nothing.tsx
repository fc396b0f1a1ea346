import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useSearchParamsSetter } from '../../api/use-search-param.ts'
import { useMessages } from '../../messages/messages.ts'
import { Empty } from '../../parts/empty.tsx'
import type { CommentFilters } from './filters.tsx'
import { inboxMessages } from './messages.ts'

/** Why no comment is listed, and how to see others. */
export function Nothing({ filters }: { filters: CommentFilters }) {
  const t = useMessages(inboxMessages)
  const change = useSearchParamsSetter()
  const { status, ...others } = filters
  const isFiltered = Object.values(others).some(Boolean)
  const { search } = filters
  const title = search
    ? t('noMatchSearch', { search })
    : t(isFiltered ? 'noMatchTitle' : 'emptyTitle')
  const showAll = () =>
    change({
      status: 'all',
      assigned: null,
      account: null,
      platform: null,
      post: null,
      search: null,
    })
  return (
    <Empty
      icon={Inbox}
      title={title}
      text={t(search ? 'noMatchSearchText' : isFiltered ? 'noMatchText' : 'emptyText')}
      action={
        <Group justify="center" gap="xs">
          {(isFiltered || status !== 'all') && (
            <Button variant="default" onClick={showAll}>
              {t('showAll')}
            </Button>
          )}
          {!isFiltered && (
            <Button component={Link} to="/accounts" variant="default">
              {t('viewAccounts')}
            </Button>
          )}
        </Group>
      }
    />
  )
}
