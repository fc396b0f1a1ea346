import type { ApiKeyWithSecret } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { keyMessages } from './messages.ts'
import { presetOf } from './scopes.ts'

type Props = {
  title: string
  apiKey: ApiKeyWithSecret
  onClose: () => void
}

/** Shows the secret once, with a curl command or an assistant's settings to try it. */
export function CreatedKey({ title, apiKey, onClose }: Props) {
  const t = useMessages(keyMessages)
  const { secret } = apiKey
  const isForAssistant = presetOf(apiKey.scopes, apiKey.kind) === 'assistant'
  const call = `curl ${location.origin}/v1/me \\\n  -H "Authorization: Bearer ${secret}"`
  return (
    <SecretDialog title={title} label={t('secret')} secret={secret} onClose={onClose}>
      {isForAssistant ? (
        <CodeBlock label={t('assistantSettings')} code={assistantSettings(secret)} />
      ) : (
        <CodeBlock label={t('tryIt')} code={call} />
      )}
    </SecretDialog>
  )
}

/** The settings in the form that most assistants read (docs/assistants.md). */
function assistantSettings(secret: string): string {
  const headers = { Authorization: `Bearer ${secret}` }
  const server = { type: 'http', url: `${location.origin}/mcp`, headers }
  return JSON.stringify({ mcpServers: { postern: server } }, null, 2)
}
