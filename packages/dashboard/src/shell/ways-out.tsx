import { Button, Group } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useMessages } from '../messages/messages.ts'
import { shellMessages } from '../navigation/messages.ts'
import { isAt, useAllPages } from '../navigation/page-list.ts'

/** From a page that cannot be shown: to its list, or else the overview, and to the search. */
export function WaysOut({ onSearch }: { onSearch: () => void }) {
  const t = useMessages(shellMessages)
  const { pathname } = useLocation()
  const list = useAllPages().find((page) => page.to !== '/' && isAt(pathname, page))
  return (
    <Group gap="xs" justify="center">
      <Button component={Link} to={list?.to ?? '/'}>
        {list ? t(list.name) : t('toOverview')}
      </Button>
      <Button
        variant="default"
        leftSection={<Search size={16} aria-hidden />}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onSearch}
      >
        {t('search')}
      </Button>
    </Group>
  )
}
