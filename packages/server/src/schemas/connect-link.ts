import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { exampleIds } from './examples.ts'
import {
  hexColor,
  idOf,
  instant,
  jsonValue,
  lineOfText,
  metadata,
  platformValue,
  writtenByOthers,
} from './fields.ts'

export const connectErrors = [
  'access_denied',
  'permission_missing',
  'account_in_other_profile',
  'plan_account_limit',
  'expired',
] as const
/** Why a connection failed. Source: contract.md §5. */
export type ConnectError = (typeof connectErrors)[number]

export const languages = ['en', 'ja', 'de', 'es'] as const
const language = z.enum(languages).meta({ description: 'The language of the hosted page.' })

export const linkStatuses = ['valid', 'used', 'expired', 'revoked'] as const

const linkExample = {
  id: exampleIds.link,
  object: 'connect_link',
  profile_id: exampleIds.profile,
  status: 'valid',
  platforms: ['instagram', 'facebook'],
  account_id: null,
  expires_at: '2026-11-03T09:50:00.000Z',
  created_at: '2026-11-03T09:20:00.000Z',
}

const linkFields = {
  id: idOf('link'),
  object: z.literal('connect_link'),
  profile_id: idOf('profile'),
  status: z.enum(linkStatuses),
  platforms: z
    .array(platformValue)
    .nullable()
    .meta({ description: 'The platforms that the client can choose from. `null` means all.' }),
  account_id: idOf('account')
    .nullable()
    .meta({ description: 'The account to reconnect; `null` for a new connection.' }),
  expires_at: instant,
  created_at: instant,
}

/** For owners without an application: `redirect_url` is required, and this is a value for it. */
export const defaultRedirectUrl = z.url().meta({
  description:
    'A page of this installation that shows the client the result, with *Try again* after a failure. Use it as `redirect_url` if you have no application to return to. It needs no registered origin.',
})

/** The response to the creation, the only one that contains the URL. */
export const createdLinkShape = z
  .object({
    url: z.url().meta({ description: 'Send it to the client. It is not shown again.' }),
    ...linkFields,
  })
  .meta({
    id: 'ConnectLinkCreated',
    examples: [
      {
        url: 'https://postern.example.com/connect/mZ4Qk1r7uV9xT2bY6nW8cJ3hL5dF0gSaPqEoRiUtXwB',
        ...linkExample,
      },
    ],
  })
export type CreatedLink = z.infer<typeof createdLinkShape>

export const connectLinkShape = z
  .object({
    ...linkFields,
    invitation_id: idOf('invitation')
      .nullable()
      .meta({ description: 'The invitation that the client opened, if any.' }),
    redirect_url: z.url().meta(writtenByOthers),
    language: language.nullable(),
    metadata: z.record(z.string(), jsonValue).meta(writtenByOthers),
    used_at: instant.nullable(),
    account_ids: z
      .array(idOf('account'))
      .nullable()
      .meta({ description: 'The accounts that were connected.' }),
    attempts: z.array(
      z.object({
        at: instant,
        platform: platformValue.nullable(),
        step: z.enum(['begin', 'server', 'callback', 'choose', 'done']),
        error: z.string().nullable(),
      }),
    ),
  })
  .meta({
    id: 'ConnectLink',
    examples: [
      {
        ...linkExample,
        status: 'used',
        invitation_id: exampleIds.invitation,
        redirect_url: 'https://app.northlight.example/clients/cafe-aurora',
        language: 'en',
        metadata: { onboarding: 'winter-2026' },
        used_at: '2026-11-03T09:31:00.000Z',
        account_ids: [exampleIds.account],
        attempts: [
          {
            at: '2026-11-03T09:26:00.000Z',
            platform: 'instagram',
            step: 'callback',
            error: 'access_denied',
          },
          { at: '2026-11-03T09:31:00.000Z', platform: 'instagram', step: 'done', error: null },
        ],
      },
    ],
  })
export type ConnectLink = z.infer<typeof connectLinkShape>

export const connectLinkCreate = z
  .strictObject({
    redirect_url: z.string().min(1).max(limits.connect.redirectUrlCharsMax).meta({
      format: 'uri',
      description:
        'The page to which the client returns. It must belong to a registered redirect origin, or be exactly the `default_redirect_url` of the connect settings. Its query is kept, but must not contain `status`, `profile_id`, `account_ids`, `error` or `state`, which are added.',
    }),
    state: z
      .string()
      .max(limits.connect.stateCharsMax)
      .optional()
      .meta({ description: 'Returned unchanged in the query of `redirect_url`.' }),
    platforms: z
      .array(platformValue)
      .min(1)
      .max(20)
      .optional()
      .meta({ description: 'Limits the platforms that the client can choose from.' }),
    account_id: idOf('account')
      .optional()
      .meta({ description: 'Lets the client reconnect this account only.' }),
    language: language.optional(),
    hints: z
      .partialRecord(platformValue, lineOfText(limits.connect.serverCharsMax))
      .optional()
      .meta({
        description:
          "The client's handle or server, by platform. Prefills the question that the page asks for platforms where each account has a server.",
      }),
    metadata: metadata(limits.connect.metadataBytesMax)
      .optional()
      .meta({ description: 'Your own data. `account.connected` returns it.' }),
  })
  .meta({
    examples: [
      {
        redirect_url: 'https://app.northlight.example/clients/cafe-aurora',
        state: 'onboarding-4711',
        platforms: ['instagram', 'facebook'],
        language: 'en',
      },
    ],
  })

export const redirectOriginShape = z
  .object({
    id: idOf('origin'),
    object: z.literal('redirect_origin'),
    origin: z.string(),
    created_at: instant,
  })
  .meta({
    id: 'RedirectOrigin',
    examples: [
      {
        id: exampleIds.origin,
        object: 'redirect_origin',
        origin: 'https://app.northlight.example',
        created_at: '2026-11-03T09:05:00.000Z',
      },
    ],
  })

export const redirectOriginCreate = z
  .strictObject({
    origin: z
      .string()
      .min(1)
      .max(limits.connect.redirectUrlCharsMax)
      .meta({
        description: 'The scheme and host of your application, with a port if it has one.',
        examples: ['https://app.northlight.example'],
      }),
  })
  .meta({ examples: [{ origin: 'https://app.northlight.example' }] })

const httpsUrl = z
  .url({ protocol: /^https$/ })
  .max(limits.brand.urlCharsMax)
  .meta({ pattern: '^https://' })
  .nullable()

export const connectSettingsUpdate = z
  .strictObject({
    brand_name: lineOfText(limits.brand.nameCharsMax)
      .nullable()
      .optional()
      .meta({ description: 'The name that clients see on the connect page.' }),
    logo_url: httpsUrl.optional().meta({
      description:
        'The URL of an image that you host. It takes the place of an uploaded logo; `null` removes either.',
    }),
    color: hexColor.nullable().optional(),
    language: language.nullable().optional(),
    privacy_url: httpsUrl.optional(),
    support_email: z.email().max(limits.brand.emailCharsMax).nullable().optional(),
  })
  .meta({
    examples: [
      {
        brand_name: 'Northlight Social',
        logo_url: 'https://www.northlight.example/logo.png',
        color: '#0f766e',
        support_email: 'help@northlight.example',
      },
    ],
  })

/** A square of 8 by 8 pixels as PNG. */
const logoExample =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAMAAADz0U65AAAAA1BMVEUPdm5/SejIAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgoA4AAABIAAF7pRHIAAAAAElFTkSuQmCC'

export const logoUpload = z
  .strictObject({
    data: z.string().min(1).max(limits.brand.logoCharsMax).meta({
      description:
        'A PNG, JPEG or WebP image of up to 1 MiB in base64. The type is detected from the content.',
    }),
  })
  .meta({ examples: [{ data: logoExample }] })

export const connectSettingsShape = z
  .object({
    object: z.literal('connect_settings'),
    brand_name: z.string().nullable(),
    logo_url: z.string().nullable().meta({
      description: 'The URL that you set, or that of the uploaded logo.',
    }),
    color: z.string().nullable(),
    language: language.nullable(),
    privacy_url: z.string().nullable(),
    support_email: z.string().nullable(),
    default_redirect_url: defaultRedirectUrl,
    updated_at: instant.nullable(),
  })
  .meta({
    id: 'ConnectSettings',
    examples: [
      {
        object: 'connect_settings',
        brand_name: 'Northlight Social',
        logo_url: 'https://www.northlight.example/logo.png',
        color: '#0f766e',
        language: null,
        privacy_url: 'https://www.northlight.example/privacy',
        support_email: 'help@northlight.example',
        default_redirect_url: 'https://postern.example.com/connect/done',
        updated_at: '2026-11-03T09:08:00.000Z',
      },
    ],
  })
export type ConnectSettings = z.infer<typeof connectSettingsShape>
