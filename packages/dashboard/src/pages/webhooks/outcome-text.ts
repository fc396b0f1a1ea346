import type { WebhookDelivery } from '@postern/sdk'
import type { DeliveryWords } from './delivery-messages.ts'

type Outcome = {
  status_code: number | null
  error: WebhookDelivery['last_error']
}

/** Describes the outcome of an attempt. */
export function outcomeText(t: DeliveryWords, { status_code, error }: Outcome): string {
  const code = status_code ?? ''
  return error ? t(error, { code }) : t('ok', { code })
}

/** Describes the latest outcome of a delivery. */
export function deliveryText(t: DeliveryWords, delivery: WebhookDelivery): string {
  const { last_error: error, last_status_code: status_code } = delivery
  if (!error && status_code === null) return t('waiting')
  return outcomeText(t, { status_code, error })
}

/** Message for a missing response body: an empty response, or no response at all. */
export function missingBodyKey(
  attempt: Pick<Outcome, 'status_code'> | undefined,
): 'noBody' | 'noResponse' {
  return attempt && attempt.status_code !== null ? 'noBody' : 'noResponse'
}
