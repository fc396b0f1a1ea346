import type { WebhookEndpoint, WebhookEventType } from '@postern/sdk'
import { client } from '../../api/client.ts'
import { useAction } from '../../api/use-data.ts'
import { useMessages } from '../../messages/messages.ts'
import { useConfirm } from '../../parts/confirm.tsx'
import { webhookMessages } from './messages.ts'

/** Enables or disables an endpoint after a confirmation dialog. */
export function useActivation(endpoint: WebhookEndpoint) {
  const t = useMessages(webhookMessages)
  const confirm = useConfirm()
  const change = useAction(
    (_, active: boolean) => client.webhooks.update(endpoint.id, { active }),
    {
      topics: ['webhooks', 'deliveries', 'session'],
      successMessage: ({ active }) => t(active ? 'enableDone' : 'pauseDone'),
    },
  )
  const confirmAndSet = async (active: boolean): Promise<boolean> => {
    const isPaused = endpoint.inactive_reason === 'owner'
    const question = active
      ? {
          title: t(isPaused ? 'resumeTitle' : 'enableTitle'),
          text: t('enableText'),
          action: t(isPaused ? 'resume' : 'enable'),
          color: 'ink',
        }
      : { title: t('pauseTitle'), text: t('pauseText'), action: t('pause'), color: 'ink' }
    if (!(await confirm(question))) return false
    await change.mutateAsync(active)
    return true
  }
  return { ask: confirmAndSet, isPending: change.isPending }
}

/** Sends a test event of a type to an endpoint. */
export function useTest(endpointId: string) {
  return useAction((_, type: WebhookEventType) => client.webhooks.test(endpointId, { type }), {
    topics: ['deliveries'],
  })
}
