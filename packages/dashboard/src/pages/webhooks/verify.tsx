import { Anchor, Code, Stack, Text } from '@mantine/core'
import { useMessages } from '../../messages/messages.ts'
import { webhookMessages } from './messages.ts'

/** How a receiver verifies the signature, in short. */
export function Verify() {
  const t = useMessages(webhookMessages)
  return (
    <Stack gap="sm">
      <Text size="sm">{t('verifyText')}</Text>
      <Text size="sm">
        <Code>{'Service-Signature: t=…,v1=…'}</Code>
      </Text>
      <VerifyLink />
    </Stack>
  )
}

/** To the guide, with code samples in several languages. */
export function VerifyLink() {
  const t = useMessages(webhookMessages)
  return (
    <Anchor
      href="/docs/guides/webhooks#verify-the-signature"
      target="_blank"
      size="sm"
      underline="always"
    >
      {t('toDocs')}
    </Anchor>
  )
}
