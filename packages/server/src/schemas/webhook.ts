import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { eventTypes } from './event.ts'
import { givenInstant, idOf, instant, profileReference } from './fields.ts'

const { webhook } = limits

const eventsField = z
  .array(z.enum([...eventTypes, '*']))
  .min(1)
  .max(eventTypes.length + 1)
  .transform((given) => [...new Set(given)])
  .meta({ description: 'The event types the endpoint receives; `*` means all, future ones too.' })

const url = z
  .string()
  .min(1)
  .max(webhook.urlCharsMax)
  .meta({
    format: 'uri',
    description: '`https`, port 443, reachable from the internet.',
    examples: ['https://example.com/hooks/postern'],
  })

const description = z.string().max(webhook.descriptionCharsMax).nullable()

/** Where events are sent, and how sending there has been going. */
export const webhookShape = z
  .object({
    id: idOf('webhook'),
    object: z.literal('webhook_endpoint'),
    url: z.string(),
    events: z.array(z.enum([...eventTypes, '*'])),
    profile_id: idOf('profile')
      .nullable()
      .meta({ description: 'Only events of this profile are sent; `null` means of all.' }),
    active: z.boolean(),
    description: z.string().nullable(),
    inactive_reason: z.enum(['failures', 'owner']).nullable(),
    consecutive_failures: z.int().meta({
      description: `Failed attempts since the last success; at ${webhook.failuresBeforeInactive} the endpoint becomes inactive.`,
    }),
    last_success_at: instant.nullable(),
    last_failure_at: instant.nullable(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'WebhookEndpoint' })
export type Webhook = z.infer<typeof webhookShape>

export const webhookWithSecretShape = webhookShape
  .extend({
    secret: z.string().meta({
      description: 'The HMAC key, prefix included. Shown only this once.',
      examples: ['whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY'],
    }),
  })
  .meta({ id: 'WebhookEndpointWithSecret' })

export const deletedWebhookShape = z
  .object({
    id: idOf('webhook'),
    object: z.literal('webhook_endpoint'),
    profile_id: idOf('profile').nullable(),
    deleted: z.literal(true),
  })
  .meta({ id: 'WebhookEndpointDeleted' })

export const webhookCreate = z.strictObject({
  url,
  events: eventsField,
  profile_id: profileReference.nullable().optional(),
  description: description.optional(),
})
export type WebhookCreate = z.output<typeof webhookCreate>

export const webhookUpdate = z.strictObject({
  url: url.optional(),
  events: eventsField.optional(),
  profile_id: profileReference.nullable().optional(),
  description: description.optional(),
  active: z.boolean().optional(),
})
export type WebhookUpdate = z.output<typeof webhookUpdate>

export const webhookRotate = z.strictObject({
  overlap_seconds: z
    .int()
    .min(0)
    .max(webhook.overlapSecondsMax)
    .default(webhook.overlapSecondsDefault)
    .meta({
      description: 'How long deliveries carry the signatures of both secrets; 0 ends the old now.',
    }),
})

export const webhookRecover = z.strictObject({
  since: givenInstant.meta({
    description: `Within the last ${webhook.historyDays} days.`,
    examples: ['2026-11-21T09:00:00.000Z'],
  }),
})

/** That what was not delivered since then is being sent again. */
export const recoveryShape = z
  .object({
    object: z.literal('webhook_recovery'),
    webhook_id: idOf('webhook'),
    profile_id: idOf('profile').nullable(),
    since: instant,
    created_at: instant,
  })
  .meta({ id: 'WebhookRecovery' })
export type Recovery = z.infer<typeof recoveryShape>
