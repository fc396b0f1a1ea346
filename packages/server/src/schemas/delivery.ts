import { z } from 'zod'
import { eventTypes } from './event.ts'
import { idOf, instant } from './fields.ts'

export const deliveryStatuses = ['pending', 'succeeded', 'failed', 'skipped'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/**
 * Why an attempt failed; `endpoint_inactive` is why a delivery was skipped, also when the endpoint is
 * bound to another profile.
 */
export const deliveryErrors = [
  'timeout',
  'dns',
  'connection',
  'tls',
  'redirect',
  'http_status',
  'blocked_address',
  'endpoint_inactive',
] as const
export type DeliveryError = (typeof deliveryErrors)[number]

const error = z.enum(deliveryErrors).nullable()

export const attemptShape = z
  .object({
    number: z.int(),
    started_at: instant,
    duration_ms: z.int(),
    url: z.string(),
    status_code: z.int().nullable(),
    error,
    response_body: z
      .string()
      .nullable()
      .meta({ description: 'The first 4,096 bytes of the answer, as text.' }),
  })
  .meta({ id: 'WebhookAttempt' })
export type Attempt = z.infer<typeof attemptShape>

/** One sending of an event to an endpoint, with all its attempts and what is sent. */
export const deliveryShape = z
  .object({
    id: z.uuid().meta({ description: 'The header `Service-Delivery` of every attempt.' }),
    object: z.literal('webhook_delivery'),
    webhook_id: idOf('webhook'),
    event_id: z.uuid(),
    event_type: z.enum(eventTypes),
    profile_id: idOf('profile'),
    url: z.string().meta({ description: 'Of the latest attempt, else where the first will go.' }),
    status: z.enum(deliveryStatuses),
    attempt_count: z.int(),
    max_attempts: z.int().meta({ description: 'Of the schedule; resends come on top.' }),
    next_attempt_at: instant
      .nullable()
      .meta({ description: 'By the schedule; a resend does not wait for it.' }),
    last_status_code: z.int().nullable(),
    last_error: error,
    test: z.boolean(),
    created_at: instant,
    completed_at: instant.nullable(),
    attempts: z.array(attemptShape),
    request: z.object({
      headers: z.record(z.string(), z.string()).meta({
        description: 'Without `Service-Signature`, which is made anew for each attempt.',
      }),
      body: z
        .string()
        .nullable()
        .meta({ description: 'The exact body; `null` once the profile was deleted.' }),
    }),
  })
  .meta({ id: 'WebhookDelivery' })
export type Delivery = z.infer<typeof deliveryShape>
