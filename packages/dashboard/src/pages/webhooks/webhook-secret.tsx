import { Button, Text } from '@mantine/core'
import type { WebhookEndpointWithSecret } from '@postern/sdk'
import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMessages } from '../../messages/messages.ts'
import { formatInstant } from '../../parts/dates.ts'
import { Fact } from '../../parts/fact.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { BreakableUrl } from './breakable-url.tsx'
import { webhookMessages } from './messages.ts'
import { TestDialog } from './test-dialog.tsx'
import { useTest } from './use-endpoint.ts'
import { Verify } from './verify.tsx'

type Props = {
  /** `null` closes the dialog. */
  endpoint: WebhookEndpointWithSecret | null
  /** The secret replaces another one. */
  isRotated?: boolean
  onClose: () => void
}

/** Shows the signing secret of an endpoint once, until when the one before it works, and sends tests. */
export function WebhookSecret({ endpoint, isRotated = false, onClose }: Props) {
  const t = useMessages(webhookMessages)
  const { i18n } = useTranslation()
  const test = useTest(endpoint?.id ?? '')
  const until = endpoint?.previous_secret_expires_at
  const time = until && formatInstant(until, i18n.language)
  const advice = time ? t('newSecretBoth', { time }) : t('newSecretOnly')
  const title = t(isRotated ? 'newSecretTitle' : 'secretTitle')
  return (
    <>
      <SecretDialog
        title={title}
        label={title}
        secret={endpoint?.secret ?? null}
        subject={
          <Fact label={t('url')}>
            <Text size="sm" className="untrusted" style={{ overflowWrap: 'anywhere' }}>
              {endpoint && <BreakableUrl url={endpoint.url} />}
            </Text>
          </Fact>
        }
        {...(isRotated ? { advice } : {})}
        action={
          <Button
            variant="default"
            leftSection={<Send size={16} aria-hidden />}
            loading={test.isPending}
            onClick={() => test.mutate('webhook.test')}
          >
            {t('test')}
          </Button>
        }
        onClose={onClose}
      >
        <Verify />
      </SecretDialog>
      <TestDialog
        delivery={test.data ?? null}
        isSending={test.isPending}
        isOnTop
        onAgain={test.mutate}
        onClose={test.reset}
      />
    </>
  )
}
