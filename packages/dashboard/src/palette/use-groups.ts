import {
  Building2,
  KeyRound,
  Link2,
  ListTree,
  type LucideIcon,
  Mail,
  MessageSquare,
  Search,
  Send,
  Share2,
  Users,
  UsersRound,
  Webhook,
} from 'lucide-react'
import { useProfileParam } from '../api/use-search-param.ts'
import { useMessages } from '../messages/messages.ts'
import { useProfiles } from '../session/use-profiles.ts'
import type { Found, FoundKind, Item, ItemGroup } from './item.ts'
import { isPartOf } from './matches.ts'
import { paletteMessages } from './messages.ts'
import { useCommands, useReconnecting } from './use-commands.ts'
import { useFound } from './use-found.ts'
import { useGoTo } from './use-go-to.ts'
import { useRecent } from './use-recent.ts'

const profilesMax = 50

const icons: Readonly<Record<FoundKind, LucideIcon>> = {
  post: Send,
  comment: MessageSquare,
  account: Share2,
  profile: Users,
  member: UsersRound,
  link: Link2,
  invitation: Mail,
  webhook: Webhook,
  delivery: Webhook,
  request: ListTree,
  key: KeyRound,
}

export type Groups = {
  groups: ItemGroup[]
  isSearching: boolean
  error: Error | null
  retry: () => void
}

type Steps = Parameters<typeof useCommands>[1]

/** What the palette offers for a text: recent things, commands, and what the API finds. */
export function useGroups(text: string, steps: Steps): Groups {
  const t = useMessages(paletteMessages)
  const goTo = useGoTo()
  const commands = useCommands(text, steps)
  const reconnecting = useReconnecting(text)
  const found = useFound(text)
  const [recent, addRecent] = useRecent()
  const itemOf = (each: Found): Item => ({
    id: `${each.kind} ${each.id}`,
    icon: icons[each.kind],
    platform: each.platform,
    label: each.label,
    detail: each.detail,
    profileId: each.kind === 'profile' ? null : (each.profileId ?? null),
    run: () => {
      addRecent(each)
      goTo(each)
    },
  })
  const group = (name: string, all: readonly Found[]) => ({ name, items: all.map(itemOf) })
  const { isSearching, error, retry } = found
  const everywhere = [
    { kind: 'posts', to: '/posts', search: { search: text } },
    { kind: 'comments', to: '/inbox', search: { search: text, status: 'all' } },
  ] as const
  // Also a way on while results are loading. Enter then opens the list.
  const lists: Item[] = everywhere
    .filter(({ kind }) => !found.isById && (isSearching || found[kind].length > 0))
    .map(({ kind, to, search }) => ({
      id: `all ${kind}`,
      icon: Search,
      label: t(`all_${kind}`, { text }),
      run: () => goTo({ to, search }),
    }))
  const groups: ItemGroup[] =
    text === ''
      ? [group(t('recent'), recent), ...commands]
      : found.isById
        ? [group(t('byId'), found.byId)]
        : [
            ...commands,
            group(t('profiles'), found.profiles),
            group(t('accounts'), found.accounts),
            { name: t('reconnectGroup'), items: reconnecting },
            group(t('posts'), found.posts),
            group(t('comments'), found.comments),
            group(t('members'), found.members),
            { name: t('lists'), items: lists },
          ]
  return { groups: groups.filter(({ items }) => items.length > 0), isSearching, error, retry }
}

/** The profiles to switch to. */
export function useProfileGroups(text: string): Groups {
  const t = useMessages(paletteMessages)
  const [, choose] = useProfileParam()
  const profiles = useProfiles()
    .filter(({ name, external_id }) => isPartOf([name, external_id], text))
    .slice(0, profilesMax)
    .map(
      ({ id, name }): Item => ({
        id,
        icon: Users,
        label: name,
        run: () => choose(id),
      }),
    )
  const all: Item = {
    id: 'all-profiles',
    icon: Building2,
    label: t('allProfiles'),
    run: () => choose(null),
  }
  const items = text === '' ? [all, ...profiles] : profiles
  const groups = items.length > 0 ? [{ name: t('switchProfile'), items }] : []
  return { groups, isSearching: false, error: null, retry: () => {} }
}
