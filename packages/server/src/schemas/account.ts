import { z } from 'zod'
import { idOf, instant, platformValue, profileReference } from './fields.ts'

export const accountStatuses = ['connected', 'expired', 'disconnected'] as const
const accountStatusReasons = [
  'token_expired',
  'token_revoked',
  'password_changed',
  'checkpoint_required',
  'permission_revoked',
  'by_owner',
  'by_platform',
] as const

/** A connected platform account. A platform token is never part of it. */
export const accountShape = z
  .object({
    id: idOf('account'),
    object: z.literal('account'),
    platform: platformValue,
    profile_id: idOf('profile'),
    profile_external_id: z.string().nullable(),
    platform_account_id: z.string(),
    username: z.string(),
    display_name: z.string().nullable(),
    avatar_url: z.string().nullable(),
    profile_url: z.string().nullable(),
    account_type: z.string().nullable(),
    status: z.enum(accountStatuses),
    status_reason: z.enum(accountStatusReasons).nullable(),
    access_expires_at: instant.nullable(),
    access_renews: z.boolean().meta({
      description:
        'Whether the service renews the access by itself before `access_expires_at`; the client has to do nothing.',
    }),
    permissions: z.object({ granted: z.array(z.string()), missing: z.array(z.string()) }),
    capabilities: z.object({
      publish: z.boolean(),
      comments: z.boolean(),
      reply: z.boolean(),
      hide: z.boolean(),
      insights: z.boolean(),
    }),
    limits: z.object({
      text_max: z.int(),
      media_max: z.int(),
      reply_max: z.int().nullable().meta({
        description: 'How many characters a reply to a comment may have; `null` without replies.',
      }),
    }),
    connected_at: instant,
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Account' })
export type Account = z.infer<typeof accountShape>

export const accountMove = z.strictObject({ profile_id: profileReference })

/** What works on an account, what does not, and what to do about it. */
export const accountHealthShape = z
  .object({
    object: z.literal('account_health'),
    account_id: idOf('account'),
    status: z.enum(accountStatuses),
    healthy: z.boolean(),
    problems: z.array(
      z.object({
        severity: z.enum(['error', 'warning']),
        code: z.string(),
        message: z.string(),
        action: z.string().meta({ description: 'What to do, in a sentence.' }),
        permission: z.string().nullable(),
      }),
    ),
    permissions: z.object({ granted: z.array(z.string()), missing: z.array(z.string()) }),
    access_expires_at: instant.nullable(),
    checked_at: instant.nullable().meta({ description: 'When the platform was last asked.' }),
    next_check_at: instant.nullable(),
  })
  .meta({ id: 'AccountHealth' })
export type AccountHealth = z.infer<typeof accountHealthShape>
