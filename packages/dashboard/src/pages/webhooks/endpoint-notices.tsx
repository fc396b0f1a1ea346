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
  const t = useMessages(webhookMessages)
  const { ask, isPending } = useActivation(endpoint)
  const [wasResumed, setWasResumed] = useState(false)
  const [isRecovering, setIsRecovering] = useState(false)
  const { active, inactive_reason: reason, consecutive_failures: count } = endpoint
  const resume = async () => setWasResumed(await ask(true).catch(() => false))
  const recover = (
    <RecoverDialog
      endpoint={endpoint}
      opened={isRecovering}
      onClose={() => {
        setIsRecovering(false)
        setWasResumed(false)
      }}
    />
  )
  if (!active) {
    const isOff = reason !== 'owner'
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
            {t('enable')}
          </Button>
        </Stack>
      </Alert>
    )
  }
  if (wasResumed) {
    return (
      <Alert color="teal" variant="light" role="status">
        <Group justify="space-between" gap="sm">
          <Text size="sm" flex="1 1 260px">
            {t('recoverHint')}
          </Text>
          <Button size="xs" onClick={() => setIsRecovering(true)}>
            {t('recover')}
          </Button>
        </Group>
        {recover}
      </Alert>
    )
  }
  if (count < warnFrom) return null
  return (
    <Alert
      color="orange"
      variant="light"
      title={t('warnTitle', { count })}
      icon={<TriangleAlert aria-hidden />}
    >
      {t('warnText', { max: failuresMax })}
    </Alert>
  )
}
