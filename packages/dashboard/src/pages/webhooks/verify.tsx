import { Anchor, Code, Stack, Tabs, Text } from '@mantine/core'
import { useMessages } from '../../messages/messages.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { webhookMessages } from './messages.ts'
import { samples } from './samples.ts'
import { sdkSamples } from './sdk-samples.ts'

const all = { ...sdkSamples, ...samples }

/** Code samples for verifying the signature. */
export function Verify() {
  const t = useMessages(webhookMessages)
  return (
    <Stack gap="sm">
      <Text size="sm">{t('verifyText')}</Text>
      <Text size="sm">
        <Code>{'Service-Signature: t=…,v1=…'}</Code>
      </Text>
      <Tabs defaultValue="TypeScript SDK" styles={{ tab: { paddingInline: 8 } }}>
        <Tabs.List>
          {Object.keys(all).map((name) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.entries(all).map(([name, code]) => (
          <Tabs.Panel key={name} value={name} pt="sm">
            <CodeBlock label={name} code={code} />
          </Tabs.Panel>
        ))}
      </Tabs>
      <Anchor
        href="/docs/guides/webhooks#verify-the-signature"
        target="_blank"
        size="sm"
        underline="always"
      >
        {t('toDocs')}
      </Anchor>
    </Stack>
  )
}
