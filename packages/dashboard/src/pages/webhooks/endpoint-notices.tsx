import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { WebhookEndpoint } from '@postern/sdk'
import { PauseCircle, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { failuresMax } from './endpoint-health.tsx'
import { webhookMessages } from './messages.ts'
import { RecoverDialog } from './recover-dialog.tsx'
import { useActivation } from './use-endpoint.ts'

const warnFrom = 5

/** Alerts for a disabled, paused or failing endpoint, with the action that resumes it. */
export function EndpointNotices({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [wasResumed, setWasResumed] = useState(false)
  const [isRecovering, setIsRecovering] = useState(false)
  const recover = () => setIsRecovering(true)
  return (
    <>
      {!endpoint.active && <Inactive endpoint={endpoint} onResumed={() => setWasResumed(true)} />}
      {endpoint.active && wasResumed && <Resumed onRecover={recover} />}
      {endpoint.active && !wasResumed && endpoint.consecutive_failures >= warnFrom && (
        <Failing count={endpoint.consecutive_failures} onRecover={recover} />
      )}
      {/* It stays open when the endpoint stops failing. */}
      <RecoverDialog
        endpoint={endpoint}
        opened={isRecovering}
        onClose={() => {
          setIsRecovering(false)
          setWasResumed(false)
        }}
      />
    </>
  )
}

type InactiveProps = { endpoint: WebhookEndpoint; onResumed: () => void }

function Inactive({ endpoint, onResumed }: InactiveProps) {
  const t = useMessages(webhookMessages)
  const { ask, isPending } = useActivation(endpoint)
  const resume = async () => {
    if (await ask(true).catch(() => false)) onResumed()
  }
  const isOff = endpoint.inactive_reason !== 'owner'
  return (
    <Alert
      color={isOff ? 'red' : 'gray'}
      variant="light"
      title={t(isOff ? 'disabledTitle' : 'pausedTitle', { max: failuresMax })}
      icon={isOff ? <TriangleAlert aria-hidden /> : <PauseCircle aria-hidden />}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t(isOff ? 'disabledText' : 'pausedText')}</Text>
        <Button size="xs" loading={isPending} onClick={() => void resume()}>
          {t(isOff ? 'enable' : 'resume')}
        </Button>
      </Stack>
    </Alert>
  )
}

type ActiveProps = { onRecover: () => void }

function Resumed({ onRecover }: ActiveProps) {
  const t = useMessages(webhookMessages)
  return (
    <Alert color="teal" variant="light" role="status">
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 260px">
          {t('recoverHint')}
        </Text>
        <Button size="xs" onClick={onRecover}>
          {t('recover')}
        </Button>
      </Group>
    </Alert>
  )
}

function Failing({ count, onRecover }: ActiveProps & { count: number }) {
  const t = useMessages(webhookMessages)
  return (
    <Alert
      color="orange"
      variant="light"
      title={t('warnTitle', { count })}
      icon={<TriangleAlert aria-hidden />}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t('warnText', { max: failuresMax })}</Text>
        <Button size="xs" h={{ base: 40, sm: 30 }} variant="default" onClick={onRecover}>
          {t('recover')}
        </Button>
      </Stack>
    </Alert>
  )
}
