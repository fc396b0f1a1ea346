import { ActionIcon, Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { useMessages } from '../messages/messages.ts'
import { goKeys } from '../navigation/go-keys.ts'
import { Keys } from '../navigation/keys.tsx'
import { shellMessages } from '../navigation/messages.ts'
import { useAllPages } from '../navigation/page-list.ts'
import { isCovered, useShortcuts, useShortcutsEnabled } from '../parts/use-shortcuts.ts'

/** Loaded while the browser is idle, so that the palette opens at once. */
export const loadPalette = () => import('../palette/palette.tsx')

const Palette = lazy(loadPalette)
const ShortcutsDialog = lazy(() => import('../navigation/shortcuts-dialog.tsx'))

export type OpenDialog = 'palette' | 'shortcuts' | null

type Props = { opened: OpenDialog; onOpen: (opened: OpenDialog) => void }

/** The command palette, the list of shortcuts, and the shortcuts that work on every page. */
export function QuickAccess({ opened, onOpen }: Props) {
  useGlobalShortcuts(opened, onOpen)
  useTypeAhead(opened, onOpen)
  const close = () => onOpen(null)
  return (
    <Suspense>
      {opened === 'palette' && (
        <Palette onClose={close} onShowShortcuts={() => onOpen('shortcuts')} />
      )}
      {opened === 'shortcuts' && <ShortcutsDialog opened onClose={close} />}
    </Suspense>
  )
}

function useGlobalShortcuts(opened: OpenDialog, onOpen: Props['onOpen']): void {
  const [areEnabled] = useShortcutsEnabled()
  const navigate = useNavigate()
  const goTo = useAllPages().map(
    ({ to }) => [`g ${goKeys[to]}`, () => void navigate({ to })] as const,
  )
  useShortcuts(areEnabled && opened === null, {
    ...Object.fromEntries(goTo),
    c: () => void navigate({ to: '/posts/new' }),
    '/': () => {
      if (!focusSearchField()) onOpen('palette')
    },
    '?': () => onOpen('shortcuts'),
  })
  const toggle = () => {
    if (opened === 'palette') onOpen(null)
    else if (!isCovered()) onOpen('palette')
  }
  useShortcuts(true, { 'mod k': toggle })
}

/**
 * Opens the palette if Ctrl K was pressed before the shell was there, and keeps what is typed until
 * the palette has the focus. Runs after the effect that registers Ctrl K, so that no press is lost.
 */
function useTypeAhead(opened: OpenDialog, onOpen: Props['onOpen']): void {
  useEffect(() => {
    const { typeAhead } = globalThis
    if (!typeAhead) return
    if (typeAhead.text !== null) onOpen('palette')
    typeAhead.isShellReady = true
  }, [onOpen])
  useEffect(() => {
    const { typeAhead } = globalThis
    if (!typeAhead || opened !== 'palette') return
    typeAhead.text ??= ''
    return () => {
      typeAhead.text = null
    }
  }, [opened])
}

/** Focuses the search field of the page; false if it has none. */
function focusSearchField(): boolean {
  const field = document.querySelector<HTMLElement>('#content [role="searchbox"]')
  field?.focus()
  return field !== null
}

/** Opens the command palette. `isCompact`: only its icon. */
export function SearchButton({ isCompact = false, onClick }: ButtonProps) {
  const t = useMessages(shellMessages)
  const props = { 'aria-keyshortcuts': 'Control+K Meta+K', onClick }
  if (isCompact) {
    return (
      <ActionIcon {...props} variant="subtle" color="gray" size="lg" aria-label={t('search')}>
        <Search size={18} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <Button
      {...props}
      variant="default"
      fullWidth
      justify="space-between"
      fw={400}
      leftSection={<Search size={16} aria-hidden />}
      rightSection={<Keys keys="mod k" isHidden />}
      styles={{ label: { flex: 1 } }}
    >
      {t('search')}
    </Button>
  )
}

type ButtonProps = { isCompact?: boolean; onClick: () => void }
