import { Kbd, Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'
import { useMessages } from '../messages/messages.ts'
import { useShortcutsEnabled } from '../parts/use-shortcuts.ts'
import { shellMessages } from './messages.ts'

const waitMs = 600

type KeysProps = {
  /** Such as `g c` or `mod k`. */
  keys: string
  /** Not read aloud, where the keys are no part of a name. */
  isHidden?: boolean
}

/** The keys of a shortcut. */
export function Keys({ keys, isHidden = false }: KeysProps) {
  const t = useMessages(shellMessages)
  return (
    <span
      aria-hidden={isHidden || undefined}
      style={{ display: 'inline-flex', gap: 3, flexShrink: 0 }}
    >
      {keys.split(' ').map((key) => (
        <Kbd key={key} size="xs">
          {key === 'mod' ? (isApple() ? '⌘' : t('control')) : capitalized(key)}
        </Kbd>
      ))}
    </span>
  )
}

/** Shows the shortcut of a link or button while the pointer rests on it. */
export function KeysTip({ keys, children }: { keys: string | null; children: ReactElement }) {
  const [areEnabled] = useShortcutsEnabled()
  if (!keys || !areEnabled) return children
  return (
    <Tooltip label={<Keys keys={keys} />} position="right" openDelay={waitMs}>
      {children}
    </Tooltip>
  )
}

function capitalized(key: string): string {
  return key.slice(0, 1).toUpperCase() + key.slice(1)
}

function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform)
}
