import { Anchor, Collapse, Stack, Text } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { useMessages } from '../messages/messages.ts'
import { CopyField } from '../parts/copy-field.tsx'
import { sessionMessages } from './messages.ts'

/** What to do without a password or phone; the command is for the person who runs the server. */
export function SignInHelp() {
  const t = useMessages(sessionMessages)
  const [isOpen, { toggle }] = useDisclosure(false)
  const id = useId()
  return (
    <div>
      <Anchor
        component="button"
        type="button"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={toggle}
      >
        {t('help')}
      </Anchor>
      <Collapse expanded={isOpen} id={id}>
        <Stack gap="sm" pt="sm">
          <Text size="sm">{t('helpPassword')}</Text>
          <Text size="sm">{t('helpOwner')}</Text>
          <CopyField label={t('helpCommand')} value="npx postern sign-in --reset-second-factor" />
        </Stack>
      </Collapse>
    </div>
  )
}
