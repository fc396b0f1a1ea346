import { Box, NavLink, ScrollArea, Stack, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import {
  Calendar,
  ChartLine,
  FileClock,
  Globe,
  House,
  KeyRound,
  Link2,
  ListTree,
  type LucideIcon,
  MessageSquare,
  Palette,
  Send,
  Server,
  Settings,
  Share2,
  Users,
  UsersRound,
  Webhook,
} from 'lucide-react'
import { useMessages } from '../messages/messages.ts'
import { useMember } from '../session/use-session.ts'
import { shellMessages } from './messages.ts'
import { useWaitingCounts, WaitingCount } from './waiting-count.tsx'

type Entry = { to: string; word: Key; icon: LucideIcon; ownerOnly?: boolean; scope?: string }
type Key = NonNullable<(typeof shellMessages)['keys']>

const groups: readonly { word: Key | null; entries: readonly Entry[] }[] = [
  { word: null, entries: [{ to: '/', word: 'home', icon: House }] },
  {
    word: 'publish',
    entries: [
      { to: '/calendar', word: 'calendar', icon: Calendar },
      { to: '/posts', word: 'posts', icon: Send },
      { to: '/inbox', word: 'inbox', icon: MessageSquare },
      { to: '/insights', word: 'insights', icon: ChartLine },
    ],
  },
  {
    word: 'clients',
    entries: [
      { to: '/profiles', word: 'profiles', icon: Users },
      { to: '/accounts', word: 'accounts', icon: Share2 },
      { to: '/connect-links', word: 'connect', icon: Link2, scope: 'connect:read' },
    ],
  },
  {
    word: 'develop',
    entries: [
      { to: '/webhooks', word: 'webhooks', icon: Webhook, scope: 'webhooks:read' },
      { to: '/api-keys', word: 'keys', icon: KeyRound, ownerOnly: true },
      { to: '/requests', word: 'requests', icon: ListTree },
      { to: '/redirect-origins', word: 'origins', icon: Globe, ownerOnly: true },
    ],
  },
  {
    word: 'manage',
    entries: [
      { to: '/brand', word: 'brand', icon: Palette, ownerOnly: true },
      { to: '/members', word: 'members', icon: UsersRound, ownerOnly: true },
      { to: '/audit-log', word: 'audit', icon: FileClock, ownerOnly: true },
      { to: '/settings', word: 'settings', icon: Settings },
      { to: '/system', word: 'system', icon: Server, ownerOnly: true },
    ],
  },
]

/** Links to the pages that the member's role may use. */
export function Navigation({ onWalk }: { onWalk: () => void }) {
  const t = useMessages(shellMessages)
  const { member, scopes } = useMember()
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
      <Stack gap="xs" pb="lg">
        {groups.map(({ word, entries }) => {
          const seen = entries.filter(
            ({ ownerOnly, scope }) =>
              (!ownerOnly || member.role === 'owner') &&
              (!scope || scopes === null || scopes.includes(scope)),
          )
          if (seen.length === 0) return null
          return (
            <Box key={word ?? 'top'}>
              {word && <GroupName>{t(word)}</GroupName>}
              {seen.map(({ to, word: name, icon: Icon }) => (
                <NavLink
                  key={to}
                  component={Link}
                  to={to}
                  label={t(name)}
                  leftSection={<Icon size={18} aria-hidden />}
                  rightSection={
                    counts &&
                    (name === 'inbox' || name === 'posts') && (
                      <WaitingCount of={name} count={counts[name]} />
                    )
                  }
                  active={isAt(pathname, to)}
                  aria-current={isAt(pathname, to) ? 'page' : undefined}
                  onClick={onWalk}
                  py={3}
                  ref={isAt(pathname, to) ? show : undefined}
                  style={{ borderRadius: 'var(--mantine-radius-md)' }}
                />
              ))}
            </Box>
          )
        })}
      </Stack>
    </ScrollArea>
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

function isAt(pathname: string, to: string): boolean {
  return to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`)
}
