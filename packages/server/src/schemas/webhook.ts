import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { recoverableStatuses } from './delivery.ts'
import { eventTypes } from './event.ts'
import { exampleIds, exampleOf } from './examples.ts'
import { givenInstant, idOf, instant, profileReference } from './fields.ts'

const { webhook } = limits

const eventsField = z
  .array(z.enum([...eventTypes, '*']))
  .min(1)
  .max(eventTypes.length + 1)
  .transform((types) => [...new Set(types)])
  .meta({
    description:
      'The event types that the endpoint receives. `*` means all, including future ones.',
  })

const url = z
  .string()
  .min(1)
  .max(webhook.urlCharsMax)
  .meta({
    format: 'uri',
    description:
      'The URL that receives the events: https, port 443, reachable from the internet. If the server sets `ALLOW_PRIVATE_WEBHOOKS`, owners can also use private hosts, over http and on any port.',
    examples: ['https://app.northlight.example/hooks/postern'],
  })

const description = z.string().max(webhook.descriptionCharsMax).nullable()

/** A URL that receives events, and the state of the deliveries to it. */
export const webhookShape = z
  .object({
    id: idOf('webhook'),
    object: z.literal('webhook_endpoint'),
    url: z.string(),
    events: z.array(z.enum([...eventTypes, '*'])),
    profile_id: idOf('profile')
      .nullable()
      .meta({ description: 'Only events of this profile are sent. `null` means all profiles.' }),
    active: z.boolean(),
    description: z.string().nullable(),
    inactive_reason: z.enum(['failures', 'owner']).nullable(),
    consecutive_failures: z.int().meta({
      description: `Failed attempts since the last success. At ${webhook.failuresBeforeInactive} the endpoint becomes inactive.`,
    }),
    last_success_at: instant.nullable(),
    last_failure_at: instant.nullable(),
    previous_secret_expires_at: instant.nullable().meta({
      description:
        'Until then, deliveries are also signed with the secret before the last rotation. `null` if only the current secret signs.',
    }),
    created_at: instant,
    updated_at: instant,
  })
  .meta({
    id: 'WebhookEndpoint',
    examples: [
      {
        id: exampleIds.webhook,
        object: 'webhook_endpoint',
        url: 'https://app.northlight.example/hooks/postern',
        events: ['post.published', 'post.failed', 'comment.created'],
        profile_id: null,
        active: true,
        description: 'Production',
        inactive_reason: null,
        consecutive_failures: 0,
        last_success_at: '2026-11-20T09:00:04.395Z',
        last_failure_at: null,
        previous_secret_expires_at: null,
        created_at: '2026-11-03T10:00:00.000Z',
        updated_at: '2026-11-03T10:00:00.000Z',
      },
    ],
  })
export type Webhook = z.infer<typeof webhookShape>

const secretExample = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY'

export const webhookWithSecretShape = webhookShape
  .extend({
    secret: z.string().meta({
      description: 'The HMAC key, including its prefix. Store it now; it is not shown again.',
      examples: [secretExample],
    }),
  })
  .meta({
    id: 'WebhookEndpointWithSecret',
    examples: [{ ...exampleOf(webhookShape), last_success_at: null, secret: secretExample }],
  })

export const deletedWebhookShape = z
  .object({
    id: idOf('webhook'),
    object: z.literal('webhook_endpoint'),
    profile_id: idOf('profile').nullable(),
    deleted: z.literal(true),
  })
  .meta({
    id: 'WebhookEndpointDeleted',
    examples: [
      { id: exampleIds.webhook, object: 'webhook_endpoint', profile_id: null, deleted: true },
    ],
  })

const boundProfile = profileReference.nullable().optional().meta({
  description: 'Sends only events of this profile. The ID or `external_id` of a profile.',
})

export const webhookCreate = z
  .strictObject({
    url,
    events: eventsField,
    profile_id: boundProfile,
    description: description.optional(),
  })
  .meta({
    examples: [
      {
        url: 'https://app.northlight.example/hooks/postern',
        events: ['post.published', 'post.failed', 'comment.created'],
        description: 'Production',
      },
    ],
  })
export type WebhookCreate = z.output<typeof webhookCreate>

export const webhookUpdate = z
  .strictObject({
    url: url.optional(),
    events: eventsField.optional(),
    profile_id: boundProfile,
    description: description.optional(),
    active: z.boolean().optional(),
  })
  .meta({ examples: [{ active: true }] })
export type WebhookUpdate = z.output<typeof webhookUpdate>

export const webhookTest = z
  .strictObject({
    type: z.enum(eventTypes).default('webhook.test').meta({
      description:
        'The event type to send. Every type except `webhook.test` is sent with the values of its example and with `test: true`.',
    }),
  })
  .meta({ examples: [{ type: 'post.published' }] })

export const webhookRotate = z
  .strictObject({
    overlap_seconds: z
      .int()
      .min(0)
      .max(webhook.overlapSecondsMax)
      .default(webhook.overlapSecondsDefault)
      .meta({
        description:
          'How many seconds deliveries are signed with both secrets. 0 ends the old secret immediately.',
      }),
  })
  .meta({ examples: [{ overlap_seconds: 86_400 }] })

export const webhookRecover = z
  .strictObject({
    since: givenInstant.optional().meta({
      description: `Sends deliveries created at this time or later: a time within the last ${webhook.historyDays} days.`,
      examples: ['2026-11-19T22:00:00.000Z'],
    }),
    until: givenInstant
      .optional()
      .meta({ description: 'With `since`: only deliveries created before this time.' }),
    event_types: z
      .array(z.enum(eventTypes))
      .min(1)
      .max(eventTypes.length)
      .optional()
      .meta({ description: 'With `since`: only deliveries of these event types.' }),
    statuses: z
      .array(z.enum(recoverableStatuses))
      .min(1)
      .max(recoverableStatuses.length)
      .optional()
      .meta({
        description:
          'With `since`: only deliveries with these statuses. Add `succeeded` to replay what was delivered.',
        default: ['failed', 'skipped'],
      }),
    delivery_ids: z
      .array(z.uuid())
      .min(1)
      .max(webhook.recoveredIdsMax)
      .optional()
      .meta({
        description: `Instead of \`since\`: these deliveries of the endpoint, up to ${webhook.recoveredIdsMax}, of any status. Those that wait for a retry are sent now.`,
      }),
  })
  .meta({ examples: [{ since: '2026-11-19T22:00:00Z', event_types: ['post.published'] }] })
export type WebhookRecover = z.output<typeof webhookRecover>

/** Deliveries that are being sent again. */
export const recoveryShape = z
  .object({
    object: z.literal('webhook_recovery'),
    webhook_id: idOf('webhook'),
    profile_id: idOf('profile').nullable(),
    since: instant.nullable().meta({ description: '`null` for `delivery_ids`.' }),
    until: instant.nullable(),
    count: z.int().meta({
      description:
        'The number of deliveries that are sent again. Those that are due anyway, or have had 100 attempts, are not counted. A time range leaves out pending deliveries and test events.',
    }),
    created_at: instant,
  })
  .meta({
    id: 'WebhookRecovery',
    examples: [
      {
        object: 'webhook_recovery',
        webhook_id: exampleIds.webhook,
        profile_id: null,
        since: '2026-11-19T22:00:00.000Z',
        until: '2026-11-20T09:20:00.000Z',
        count: 1_204,
        created_at: '2026-11-20T09:20:00.000Z',
      },
    ],
  })
export type Recovery = z.infer<typeof recoveryShape>
