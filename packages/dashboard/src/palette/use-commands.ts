import {
  BookOpen,
  Building2,
  Keyboard,
  KeyRound,
  Link2,
  PenLine,
  RefreshCw,
  UserPlus,
} from 'lucide-react'
import { useReconnect } from '../connect/reconnect.tsx'
import { useMessages } from '../messages/messages.ts'
import { goKeys } from '../navigation/go-keys.ts'
import { shellMessages } from '../navigation/messages.ts'
import { useAllPages } from '../navigation/page-list.ts'
import { platformName } from '../parts/platform-mark.tsx'
import { accountHandle } from '../parts/visible-name.ts'
import { useAccounts } from '../session/use-accounts.ts'
import { useProfiles } from '../session/use-profiles.ts'
import { useMay, useMember } from '../session/use-session.ts'
import type { Item, ItemGroup } from './item.ts'
import { matchesLabel } from './matches.ts'
import { paletteMessages } from './messages.ts'
import { useGoTo } from './use-go-to.ts'

type Steps = { onSwitchProfile: () => void; onShowShortcuts: () => void }

/** The pages and actions that the member's role allows and whose names match the text. */
export function useCommands(text: string, steps: Steps): ItemGroup[] {
  const t = useMessages(paletteMessages)
  const actions = useActions(steps)
  const pages = usePages()
  const matching = (items: readonly Item[]) =>
    text === '' ? items : items.filter(({ label }) => matchesLabel(label, text))
  return [
    { name: t('actions'), items: matching(actions) },
    { name: t('pages'), items: matching(pages) },
  ]
}

function useActions({ onSwitchProfile, onShowShortcuts }: Steps): Item[] {
  const t = useMessages(paletteMessages)
  const goTo = useGoTo()
  const isOwner = useMember().member.role === 'owner'
  const canConnect = useMay('connect:write')
  const hasSeveralProfiles = useProfiles().length > 1
  const open = (to: string) => () => goTo({ to, search: { new: '1' } })
  const all: (Item | false)[] = [
    {
      id: 'new-post',
      icon: PenLine,
      label: t('newPost'),
      keys: 'c',
      run: () => goTo({ to: '/posts/new' }),
    },
    hasSeveralProfiles && {
      id: 'switch-profile',
      icon: Building2,
      label: t('switchProfile'),
      run: onSwitchProfile,
      isStep: true,
    },
    canConnect && {
      id: 'new-link',
      icon: Link2,
      label: t('newLink'),
      run: open('/connect-links'),
    },
    isOwner && {
      id: 'new-profile',
      icon: UserPlus,
      label: t('newProfile'),
      run: open('/profiles'),
    },
    isOwner && { id: 'new-key', icon: KeyRound, label: t('newKey'), run: open('/api-keys') },
    {
      id: 'docs',
      icon: BookOpen,
      label: t('docs'),
      run: () => location.assign('/docs'),
    },
    {
      id: 'shortcuts',
      icon: Keyboard,
      label: t('shortcuts'),
      keys: '?',
      run: onShowShortcuts,
    },
  ]
  return all.filter((item) => item !== false)
}

/** The accounts whose access has expired and whose names match the text. */
export function useReconnecting(text: string): Item[] {
  const t = useMessages(paletteMessages)
  const reconnect = useReconnect()
  const { data: accounts = [] } = useAccounts()
  if (!useMay('connect:write') || text === '') return []
  return accounts
    .filter(({ status }) => status === 'expired')
    .map((account) => ({
      id: `reconnect ${account.id}`,
      icon: RefreshCw,
      label: t('reconnect', { name: accountHandle(account) }),
      detail: platformName(account.platform),
      profileId: account.profile_id,
      run: () => reconnect(account),
    }))
    .filter(({ label }) => matchesLabel(label, text))
}

function usePages(): Item[] {
  const t = useMessages(shellMessages)
  const goTo = useGoTo()
  return useAllPages().map(({ to, name, icon }) => ({
    id: to,
    icon,
    label: t(name),
    ...(goKeys[to] ? { keys: `g ${goKeys[to]}` } : {}),
    run: () => goTo({ to }),
  }))
}
