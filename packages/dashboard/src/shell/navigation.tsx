import { Box, NavLink, ScrollArea, Stack, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useMessages } from '../messages/messages.ts'
import { goKeys } from '../navigation/go-keys.ts'
import { KeysTip } from '../navigation/keys.tsx'
import { shellMessages } from '../navigation/messages.ts'
import { isAt, type ListedPage, settingsEntry, useListedPages } from '../navigation/page-list.ts'
import { useWaitingCounts, WaitingCount } from './waiting-count.tsx'

/** Below the list of posts, but no part of it: the button above the links leads there. */
const newPostPath = '/posts/new'

/** Links to the pages that the member's role may open; those of the settings have one entry. */
export function Navigation({ onWalk }: { onWalk: () => void }) {
  const t = useMessages(shellMessages)
  const { groups, settings } = useListedPages()
  const { pathname } = useLocation()
  const counts = useWaitingCounts()
  return (
    <ScrollArea
      flex={1}
      mx="calc(var(--mantine-spacing-sm) * -1)"
      px="sm"
      type="hover"
      className="navigation"
    >
      <Stack gap="sm" pb="lg">
        {groups.map(({ name: group, pages }) => (
          <Box key={group ?? 'top'}>
            {group && <GroupName>{t(group)}</GroupName>}
            {pages.map((page) => (
              <Entry
                key={page.to}
                page={page}
                isActive={isAt(pathname, page) && pathname !== newPostPath}
                count={counts[page.name]}
                onWalk={onWalk}
              />
            ))}
          </Box>
        ))}
        <Entry
          page={settingsEntry}
          isActive={settings.some((page) => isAt(pathname, page))}
          onWalk={onWalk}
        />
      </Stack>
    </ScrollArea>
  )
}

type EntryProps = {
  page: ListedPage
  isActive: boolean
  count?: number | undefined
  onWalk: () => void
}

function Entry({ page, isActive, count = 0, onWalk }: EntryProps) {
  const { to, name, icon: Icon } = page
  const t = useMessages(shellMessages)
  const { pathname } = useLocation()
  return (
    <KeysTip keys={goKeys[to] ? `g ${goKeys[to]}` : null}>
      <NavLink
        component={Link}
        to={to}
        // Otherwise the router marks the links of all pages above.
        activeOptions={{ exact: true }}
        label={t(name)}
        leftSection={<Icon size={18} aria-hidden />}
        rightSection={count > 0 && <WaitingCount of={name} count={count} />}
        active={isActive}
        // Settings stay marked on their tabs, which are other pages.
        aria-current={isActive ? (isAt(pathname, page) ? 'page' : 'true') : undefined}
        onClick={onWalk}
        py={4}
        ref={isActive ? show : undefined}
        style={{ borderRadius: 'var(--mantine-radius-md)' }}
      />
    </KeysTip>
  )
}

function GroupName({ children }: { children: string }) {
  return (
    <Text size="xs" fw={600} c="dimmed" px="sm" mb={2}>
      {children}
    </Text>
  )
}

/** Scrolls the current page's link into view when the list is higher than the window. */
function show(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: 'nearest' })
}
