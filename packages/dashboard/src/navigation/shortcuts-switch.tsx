import { Switch } from '@mantine/core'
import { useMessages } from '../messages/messages.ts'
import { useShortcutsEnabled } from '../parts/use-shortcuts.ts'
import { shortcutMessages } from './shortcuts-messages.ts'

/** Turns single-key shortcuts on or off in this browser. */
export function ShortcutsSwitch() {
  const t = useMessages(shortcutMessages)
  const [isEnabled, setIsEnabled] = useShortcutsEnabled()
  return (
    <Switch
      label={t('enabled')}
      description={t('enabledText')}
      checked={isEnabled}
      onChange={(event) => setIsEnabled(event.currentTarget.checked)}
    />
  )
}
