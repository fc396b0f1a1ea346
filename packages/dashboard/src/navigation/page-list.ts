import {
  Calendar,
  ChartLine,
  FileClock,
  Globe,
  House,
  Images,
  KeyRound,
  Link2,
  ListOrdered,
  ListTree,
  type LucideIcon,
  MessageSquare,
  NotebookText,
  Palette,
  Send,
  Server,
  Settings,
  Share2,
  SlidersHorizontal,
  Users,
  UsersRound,
  Webhook,
} from 'lucide-react'
import { useMember } from '../session/use-session.ts'
import type { shellMessages } from './messages.ts'

type Key = NonNullable<(typeof shellMessages)['keys']>

export type ListedPage = {
  to: string
  /** The key of its name in `shell.json`. */
  name: Key
  icon: LucideIcon
  ownerOnly?: boolean
  /** The scope that reads its data. `all` is what roles have that are not limited to scopes. */
  scope?: string
}

export type PageGroup = { name: Key | null; pages: readonly ListedPage[] }

/** The groups of the navigation. */
const groups: readonly PageGroup[] = [
  { name: null, pages: [{ to: '/', name: 'home', icon: House }] },
  {
    name: 'publish',
    pages: [
      { to: '/calendar', name: 'calendar', icon: Calendar },
      { to: '/posts', name: 'posts', icon: Send },
      { to: '/queue', name: 'queue', icon: ListOrdered },
      { to: '/inbox', name: 'inbox', icon: MessageSquare },
      { to: '/insights', name: 'insights', icon: ChartLine },
      { to: '/media', name: 'media', icon: Images },
      { to: '/saved-texts', name: 'savedTexts', icon: NotebookText },
    ],
  },
  {
    name: 'clients',
    pages: [
      { to: '/profiles', name: 'profiles', icon: Users },
      { to: '/accounts', name: 'accounts', icon: Share2 },
      { to: '/connect-links', name: 'connect', icon: Link2, scope: 'connect:read' },
    ],
  },
  {
    name: 'developers',
    pages: [
      { to: '/webhooks', name: 'webhooks', icon: Webhook, scope: 'webhooks:read' },
      { to: '/api-keys', name: 'keys', icon: KeyRound, ownerOnly: true },
      { to: '/requests', name: 'requests', icon: ListTree, scope: 'all' },
    ],
  },
]

/** The navigation's entry for all pages of settings. */
export const settingsEntry: ListedPage = { to: '/settings', name: 'settings', icon: Settings }

/** The tabs of the settings, each a separate page. */
const settings: readonly ListedPage[] = [
  { to: '/settings', name: 'general', icon: SlidersHorizontal },
  { to: '/members', name: 'members', icon: UsersRound, ownerOnly: true },
  { to: '/brand', name: 'brand', icon: Palette, ownerOnly: true },
  { to: '/redirect-origins', name: 'origins', icon: Globe, ownerOnly: true },
  { to: '/audit-log', name: 'audit', icon: FileClock, ownerOnly: true },
  { to: '/system', name: 'system', icon: Server, ownerOnly: true },
]

/** Whether the member's role may open the page. */
function useMayOpen(): (page: ListedPage) => boolean {
  const { member, scopes } = useMember()
  return ({ ownerOnly, scope }) =>
    (!ownerOnly || member.role === 'owner') && (!scope || scopes === null || scopes.includes(scope))
}

/** Whether the member's role may open the page at the path; pages that are not listed are for all. */
export function useMayOpenPath(pathname: string): boolean {
  const mayOpen = useMayOpen()
  const listed = [...groups.flatMap(({ pages }) => pages), ...settings]
  return listed.filter((page) => isAt(pathname, page)).every(mayOpen)
}

/** The pages that the member's role may open; groups without any are left out. */
export function useListedPages(): { groups: PageGroup[]; settings: ListedPage[] } {
  const mayOpen = useMayOpen()
  return {
    groups: groups
      .map(({ name, pages }) => ({ name, pages: pages.filter(mayOpen) }))
      .filter(({ pages }) => pages.length > 0),
    settings: settings.filter(mayOpen),
  }
}

/** The same pages in one list, the first tab of the settings by the name of the settings. */
export function useAllPages(): ListedPage[] {
  const { groups, settings } = useListedPages()
  const tabs = settings.map((page) => (page.to === settingsEntry.to ? settingsEntry : page))
  return [...groups.flatMap(({ pages }) => pages), ...tabs]
}

/** Whether the path is the page or one below it. */
export function isAt(pathname: string, { to }: ListedPage): boolean {
  return to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`)
}
