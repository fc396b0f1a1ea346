import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { idOf, instant, jsonValue, lineOfText, metadata, platformValue } from './fields.ts'

export const connectErrors = [
  'access_denied',
  'permission_missing',
  'account_in_other_profile',
  'plan_account_limit',
  'expired',
] as const
/** The five words a failed connection is told in. Source: interface.md "Connect links". */
export type ConnectError = (typeof connectErrors)[number]

export const languages = ['en', 'ja', 'de', 'es'] as const
const language = z.enum(languages).meta({ description: 'The language of the hosted page.' })

export const linkStatuses = ['valid', 'used', 'expired', 'revoked'] as const

const linkFields = {
  id: idOf('link'),
  object: z.literal('connect_link'),
  profile_id: idOf('profile'),
  status: z.enum(linkStatuses),
  platforms: z.array(platformValue).nullable().meta({ description: '`null` means all.' }),
  account_id: idOf('account').nullable(),
  expires_at: instant,
  created_at: instant,
}

/** Source: `redirect_url` is required; without an application this is what to give. */
export const defaultRedirectUrl = z.url().meta({
  description:
    'A page of this installation that tells the client how it went, with *Try again* after a failure. Give it as `redirect_url` when you have no application to return to; it needs no registered origin.',
})

/** The answer of the creation: the only time the url is shown. */
export const createdLinkShape = z
  .object({ url: z.url(), ...linkFields })
  .meta({ id: 'ConnectLinkCreated' })
export type CreatedLink = z.infer<typeof createdLinkShape>

export const connectLinkShape = z
  .object({
    ...linkFields,
    redirect_url: z.url(),
    language: language.nullable(),
    metadata: z.record(z.string(), jsonValue),
    used_at: instant.nullable(),
    account_ids: z.array(idOf('account')).nullable().meta({ description: 'What was connected.' }),
    attempts: z.array(
      z.object({
        at: instant,
        platform: platformValue.nullable(),
        step: z.enum(['begin', 'callback', 'choose', 'done']),
        error: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'ConnectLink' })
export type ConnectLink = z.infer<typeof connectLinkShape>

export const connectLinkCreate = z.strictObject({
  redirect_url: z.string().min(1).max(limits.connect.redirectUrlCharsMax).meta({
    format: 'uri',
    description:
      'Where the client returns to: a page of a registered redirect origin, or `default_redirect_url` of the connect settings exactly as it is. A query is kept; it must not have `status`, `profile_id`, `account_ids`, `error` or `state`, which are added.',
  }),
  state: z.string().max(limits.connect.stateCharsMax).optional(),
  platforms: z.array(platformValue).min(1).max(20).optional(),
  account_id: idOf('account').optional().meta({ description: 'Reconnect just this account.' }),
  language: language.optional(),
  metadata: metadata(limits.connect.metadataBytesMax).optional(),
})

export const redirectOriginShape = z
  .object({
    id: idOf('origin'),
    object: z.literal('redirect_origin'),
    origin: z.string(),
    created_at: instant,
  })
  .meta({ id: 'RedirectOrigin' })

export const redirectOriginCreate = z.strictObject({
  origin: z
    .string()
    .min(1)
    .max(limits.connect.redirectUrlCharsMax)
    .meta({
      description: 'Scheme and host of your application.',
      examples: ['https://app.example.com'],
    }),
})

const httpsUrl = z
  .url({ protocol: /^https$/ })
  .max(limits.brand.urlCharsMax)
  .meta({ pattern: '^https://' })
  .nullable()

export const connectSettingsUpdate = z.strictObject({
  brand_name: lineOfText(limits.brand.nameCharsMax).nullable().optional(),
  logo_url: httpsUrl.optional(),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'Give a color like #1a2b3c.')
    .nullable()
    .optional(),
  language: language.nullable().optional(),
  privacy_url: httpsUrl.optional(),
  support_email: z.email().max(limits.brand.emailCharsMax).nullable().optional(),
})

export const connectSettingsShape = z
  .object({
    object: z.literal('connect_settings'),
    brand_name: z.string().nullable(),
    logo_url: z.string().nullable(),
    color: z.string().nullable(),
    language: language.nullable(),
    privacy_url: z.string().nullable(),
    support_email: z.string().nullable(),
    default_redirect_url: defaultRedirectUrl,
    updated_at: instant.nullable(),
  })
  .meta({ id: 'ConnectSettings' })
export type ConnectSettings = z.infer<typeof connectSettingsShape>
