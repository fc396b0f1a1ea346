import { limits } from '../../core/limits.ts'
import type {
  Attempt,
  AttemptListItem,
  Delivery,
  DeliveryError,
  DeliveryListItem,
  DeliverySubject,
} from '../../schemas/delivery.ts'
import type { EventType } from '../../schemas/event.ts'
import type { Webhook } from '../../schemas/webhook.ts'
import type { AttemptRow } from './attempts.ts'
import { deliveryHeaders } from './delivery/send.ts'
import { headerOf } from './delivery/signature.ts'
import type { DeliveryRow } from './delivery-queries.ts'
import type { EndpointRow } from './queries.ts'

/** The endpoint at `now`: an expired secret is not shown. */
export function showEndpoint(row: EndpointRow, now: Date): Webhook {
  const { previous_secret_until: until } = row
  return {
    id: row.id,
    object: 'webhook_endpoint',
    url: row.url,
    events: row.events as Webhook['events'],
    profile_id: row.profile_id,
    active: row.active,
    description: row.description,
    inactive_reason: row.inactive_reason,
    consecutive_failures: row.consecutive_failures,
    last_success_at: row.last_success_at?.toISOString() ?? null,
    last_failure_at: row.last_failure_at?.toISOString() ?? null,
    previous_secret_expires_at: until && now < until ? until.toISOString() : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

type Details = { attempts: AttemptRow[]; subject: DeliverySubject | null }

/** The delivery with its request, whose `body` is `null` if it was erased. */
export function showDelivery(
  row: DeliveryRow,
  details: Details & { body: Buffer | null },
): Delivery {
  return {
    ...showListedDelivery(row, details),
    attempts: details.attempts.map(showAttempt),
    request: {
      headers: deliveryHeaders(row.event_type as EventType, row.id),
      body: details.body?.toString('utf8') ?? null,
    },
  }
}

/** The delivery without its request and the responses. */
export function showListedDelivery(
  row: DeliveryRow,
  { attempts, subject }: Details,
): DeliveryListItem {
  const isSkipped = row.status === 'skipped'
  return {
    id: row.id,
    object: 'webhook_delivery',
    webhook_id: row.endpoint_id,
    event_id: row.event_id,
    event_type: row.event_type as EventType,
    profile_id: row.profile_id,
    subject,
    url: row.last_url ?? row.endpoint_url,
    status: row.status,
    attempt_count: row.last_number ?? 0,
    max_attempts: row.test ? 1 : limits.webhook.attemptsMax,
    next_attempt_at: (row.status === 'pending' && row.due_at?.toISOString()) || null,
    last_status_code: row.last_status_code,
    last_error: isSkipped ? 'endpoint_inactive' : (row.last_error as DeliveryError | null),
    test: row.test,
    created_at: row.created_at.toISOString(),
    completed_at: completedAt(row)?.toISOString() ?? null,
    attempts: attempts.map(showListedAttempt),
  }
}

function completedAt(row: DeliveryRow): Date | null {
  if (row.status === 'pending') return null
  if (row.outcome_at || !row.last_started_at) return row.outcome_at
  return new Date(row.last_started_at.getTime() + (row.last_duration_ms ?? 0))
}

function showAttempt(row: AttemptRow): Attempt {
  return {
    ...showListedAttempt(row),
    response_headers: row.response_headers ?? null,
    response_body: row.response?.toString('utf8') ?? null,
  }
}

function showListedAttempt(row: AttemptRow): AttemptListItem {
  return {
    number: row.number,
    started_at: row.started_at.toISOString(),
    duration_ms: row.duration_ms,
    url: row.url,
    status_code: row.status_code,
    error: row.error as DeliveryError | null,
    error_code: row.error_code,
    signature: row.signature && headerOf(row.signature, row.started_at),
  }
}
