import type { WebhookDelivery } from '@postern/sdk'
import type { DeliveryWords } from './delivery-messages.ts'

type Attempt = WebhookDelivery['attempts'][number]
type Outcome = Pick<Attempt, 'status_code' | 'error' | 'error_code'>

/** The system codes that have a text of their own. */
const codeKeys = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_closed',
  EHOSTUNREACH: 'connection_unreachable',
  ENETUNREACH: 'connection_unreachable',
  CERT_HAS_EXPIRED: 'tls_expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls_self_signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls_name',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls_untrusted',
} as const

/** Describes the outcome of an attempt. */
export function outcomeText(
  t: DeliveryWords,
  { status_code, error, error_code: code }: Outcome,
): string {
  const isKnown = code !== null && code in codeKeys
  if (isKnown && (error === 'connection' || error === 'tls')) {
    return t(codeKeys[code as keyof typeof codeKeys])
  }
  const text = error ? t(error, { code: status_code ?? '' }) : t('ok', { code: status_code ?? '' })
  return code && !isKnown ? `${text} (${code})` : text
}

/** Describes the latest outcome of a delivery. */
export function deliveryText(t: DeliveryWords, delivery: WebhookDelivery): string {
  const { last_error: error, last_status_code: status_code, attempts } = delivery
  if (!error && status_code === null) return t('waiting')
  const isOfAttempt = error !== 'endpoint_inactive'
  const error_code = (isOfAttempt && attempts.at(-1)?.error_code) || null
  return outcomeText(t, { status_code, error, error_code })
}

/** What an error of a delivery means for the receiver, and what to do next. */
export function adviceText(t: DeliveryWords, delivery: WebhookDelivery): string {
  const { last_error: error, last_status_code: status } = delivery
  if (!error || error === 'endpoint_inactive') return ''
  if (error !== 'http_status' || status === null) return t(`advice_${error}`)
  if (status >= 500) return t('advice_5xx')
  return t(status >= 400 ? 'advice_4xx' : 'advice_http_status')
}

/** Message for a missing response body: an empty response, or no response at all. */
export function missingBodyKey(
  attempt: Pick<Outcome, 'status_code'> | undefined,
): 'noBody' | 'noResponse' {
  return attempt && attempt.status_code !== null ? 'noBody' : 'noResponse'
}
