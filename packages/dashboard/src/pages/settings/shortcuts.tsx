import { Button, Group } from '@mantine/core'
import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import ShortcutsDialog from '../../navigation/shortcuts-dialog.tsx'
import { shortcutMessages } from '../../navigation/shortcuts-messages.ts'
import { ShortcutsSwitch } from '../../navigation/shortcuts-switch.tsx'

/** Turns the keyboard shortcuts of this browser on and off, and lists them. */
export function Shortcuts() {
  const t = useMessages(shortcutMessages)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ShortcutsSwitch />
      <Group>
        <Button
          variant="default"
          leftSection={<Keyboard size={16} aria-hidden />}
          onClick={() => setIsOpen(true)}
        >
          {t('button')}
        </Button>
      </Group>
      <ShortcutsDialog opened={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
