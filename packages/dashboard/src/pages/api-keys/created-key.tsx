import { useMessages } from '../../messages/messages.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { keyMessages } from './messages.ts'

type Props = { title: string; secret: string; onClose: () => void }

/** Shows the secret once, with a curl command to try it. */
export function CreatedKey({ title, secret, onClose }: Props) {
  const t = useMessages(keyMessages)
  const call = `curl ${location.origin}/v1/me \\\n  -H "Authorization: Bearer ${secret}"`
  return (
    <SecretDialog title={title} label={t('secret')} secret={secret} onClose={onClose}>
      <CodeBlock label={t('tryIt')} code={call} />
    </SecretDialog>
  )
}
