import { Anchor, Collapse, Stack, Text } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { useMessages } from '../messages/messages.ts'
import { CodeBlock } from '../parts/code-block.tsx'
import { sessionMessages } from './messages.ts'

const dockerCommand =
  'docker compose exec api node packages/server/bin/postern.mjs sign-in --reset-second-factor'

/** What to do without a password or phone; the commands are for the person who runs the server. */
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
          <CodeBlock label={t('helpInClone')} code="npm run sign-in -- --reset-second-factor" />
          <CodeBlock label={t('helpInDocker')} code={dockerCommand} />
        </Stack>
      </Collapse>
    </div>
  )
}
