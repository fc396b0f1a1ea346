import type { WebhookDelivery } from '@postern/sdk'
import { useMessages } from '../../messages/messages.ts'
import { Status } from '../../parts/status.tsx'
import { deliveryMessages } from './delivery-messages.ts'

type Props = { delivery: Pick<WebhookDelivery, 'status' | 'attempt_count'> }

/** The status of a delivery. The API has `pending` until the last attempt, which hides that one failed. */
export function DeliveryStatus({ delivery: { status, attempt_count } }: Props) {
  const t = useMessages(deliveryMessages)
  const shown = status === 'pending' && attempt_count > 0 ? 'retrying' : status
  return <Status value={shown} label={t(shown)} />
}
