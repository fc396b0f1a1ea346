import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { defaultRedirectUrl } from './connect-link.ts'
import { exampleIds } from './examples.ts'
import { idOf, instant, lineOfText, timeZone, writtenByOthers } from './fields.ts'
import { secondFactorCode, secondFactorStatus } from './second-factor.ts'

const { emailCharsMax, nameCharsMax, passwordCharsMax, passwordCharsMin } = limits.member

/** Stored in lower case: no two mailboxes differ only in case. */
export const emailField = z
  .string()
  .trim()
  .max(emailCharsMax)
  .toLowerCase()
  .pipe(z.email())
  .meta({ type: 'string', format: 'email' })

export const memberName = lineOfText(nameCharsMax)

export const memberRole = z.enum(['owner', 'staff', 'contributor']).meta({
  id: 'MemberRole',
  description:
    'An `owner` can do everything. A `staff` member works in the profiles assigned to them. A `contributor` writes drafts and uploads media there, and publishes nothing.',
})

/** A password to set. Passwords for signing in have no minimum length. */
export const newPassword = z
  .string()
  .min(passwordCharsMin)
  .max(passwordCharsMax)
  .meta({
    description: `${passwordCharsMin} to ${passwordCharsMax} characters. It must not be the email address or easy to guess.`,
  })

const currentPassword = z.string().min(1).max(passwordCharsMax)
export const passwordExample = 'nine-quiet-harbour-lamps'

export const warningShape = z
  .object({
    code: z.enum([
      'private_webhooks_allowed',
      'webhook_endpoints_switched_off',
      'smtp_missing',
      'owner_email_missing',
      'network_version_ends',
    ]),
    message: z.string(),
    count: z
      .int()
      .nullable()
      .meta({ description: 'How many things the warning is about, if it can be counted.' }),
  })
  .meta({ id: 'Warning', description: 'A problem with the installation that an owner should fix.' })
export type Warning = z.infer<typeof warningShape>

export const memberExample = {
  id: exampleIds.member,
  name: 'Mina Sato',
  email: 'mina@northlight.example',
  role: 'staff',
}

/** What the sign-in page needs to know about the OpenID Connect provider. */
const signInProvider = z.object({
  label: z.string().meta({ description: 'Its name, from `OIDC_LABEL`.' }),
  url: z.string().meta({
    description:
      'The page that starts a sign-in in the browser. `next` in its query is the page of the dashboard to open afterwards, such as `/posts`.',
  }),
})

const providerExample = {
  label: 'Google',
  url: 'https://postern.example.com/sign-in/provider',
}

export const signInMethodsShape = z
  .object({
    object: z.literal('sign_in_methods'),
    password: z.boolean().meta({ description: 'Whether members can sign in with a password.' }),
    provider: signInProvider
      .nullable()
      .meta({ description: 'The OpenID Connect provider, if one is configured.' }),
  })
  .meta({
    id: 'SignInMethods',
    description: 'How members can sign in to this installation.',
    examples: [{ object: 'sign_in_methods', password: true, provider: providerExample }],
  })
export type SignInMethods = z.infer<typeof signInMethodsShape>

export const signedInMember = z.object({
  id: idOf('member'),
  name: z.string().meta(writtenByOthers),
  email: z.string().nullable().meta(writtenByOthers),
  role: memberRole,
})

export const sessionShape = z
  .object({
    id: idOf('session'),
    object: z.literal('session'),
    member: signedInMember.extend({
      new_email: z
        .string()
        .nullable()
        .meta({
          ...writtenByOthers,
          description: 'The email that the member has not confirmed yet with the link sent there.',
        }),
      time_zone: timeZone.nullable().meta({
        description:
          'The IANA name of the time zone in which the dashboard shows and picks times. `null` means that of the browser.',
      }),
    }),
    owner: z.object({
      name: z.string(),
      email: z.string().nullable().meta({ description: 'Where emails are sent. For owners only.' }),
    }),
    profiles: z
      .array(
        z.object({
          id: idOf('profile'),
          name: z.string(),
          external_id: z.string().nullable(),
          color: z.string().nullable(),
          approval_required: z.boolean().meta({
            description: 'Whether every post of the profile needs the approval of a client.',
          }),
        }),
      )
      .nullable()
      .meta({ description: 'The profiles that the member can see. `null` means all.' }),
    scopes: z.array(z.string()).nullable().meta({
      description:
        'What the role of the member allows, as scopes of an API key. `null` means everything in the profiles they can see.',
    }),
    second_factor: secondFactorStatus,
    sign_in: z
      .object({
        password: z.enum(['set', 'missing', 'off']).meta({
          description: '`off`: members cannot sign in with a password (`PASSWORD_SIGN_IN`).',
        }),
        provider: signInProvider
          .extend({
            linked: z.boolean().meta({
              description: 'Whether an account at the provider is linked to the member.',
            }),
          })
          .nullable()
          .meta({ description: 'The OpenID Connect provider, if one is configured.' }),
      })
      .meta({ description: 'How the member can sign in.' }),
    expires_at: instant.meta({ description: 'When the session expires if it is not used again.' }),
    private_webhooks: z.boolean().meta({
      description:
        'Whether this member can register webhook URLs at private addresses, over http and on any port. True for owners if ALLOW_PRIVATE_WEBHOOKS is set.',
    }),
    default_redirect_url: defaultRedirectUrl,
    brand_name: z.string().nullable().meta({ description: 'What clients see; `null` if not set.' }),
    warnings: z.array(warningShape),
  })
  .meta({
    id: 'Session',
    description: 'The signed-in member and what they can see.',
    examples: [
      {
        id: exampleIds.session,
        object: 'session',
        member: { ...memberExample, new_email: null, time_zone: 'Europe/Berlin' },
        owner: { name: 'Northlight Social', email: null },
        profiles: [
          {
            id: exampleIds.profile,
            name: 'Café Aurora',
            external_id: 'cafe-aurora',
            color: '#0b7285',
            approval_required: false,
          },
        ],
        scopes: null,
        second_factor: { enabled: true, required: false, recovery_codes_left: 9 },
        sign_in: { password: 'set', provider: { ...providerExample, linked: true } },
        expires_at: '2026-11-27T08:30:00.000Z',
        private_webhooks: false,
        default_redirect_url: 'https://postern.example.com/connect/done',
        brand_name: 'Northlight Social',
        warnings: [],
      },
    ],
  })
export type Session = z.infer<typeof sessionShape>

export const signInBody = z
  .strictObject({
    email: z.string().trim().min(1).max(emailCharsMax).toLowerCase(),
    password: currentPassword,
    code: secondFactorCode.optional().meta({
      description: 'For a member with a second factor: a code of their app or a recovery code.',
    }),
  })
  .meta({ examples: [{ email: memberExample.email, password: passwordExample }] })

export const sessionUpdate = z
  .strictObject({
    name: memberName.optional(),
    email: emailField.optional().meta({
      description:
        'Requires `current_password`. It counts once you confirm it with the link that is sent there. Without a mail server owners change theirs at once, and other members ask an owner.',
    }),
    current_password: currentPassword.optional(),
    password: newPassword.optional().meta({ description: 'Requires `current_password`.' }),
    time_zone: timeZone.nullable().optional().meta({
      description: '`null` shows times in the time zone of the browser.',
    }),
  })
  .meta({ examples: [{ name: memberExample.name, time_zone: 'Europe/Berlin' }] })

/** A browser in which a member is signed in. */
export const sessionEntryShape = z
  .object({
    id: idOf('session'),
    object: z.literal('session_entry'),
    current: z.boolean().meta({ description: 'Whether it is the session of this request.' }),
    user_agent: z.string().nullable(),
    ip: z.string().nullable(),
    created_at: instant,
    last_seen_at: instant.meta({ description: 'Accurate to the minute.' }),
    expires_at: instant,
  })
  .meta({
    id: 'SessionEntry',
    examples: [
      {
        id: exampleIds.session,
        object: 'session_entry',
        current: true,
        user_agent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15',
        ip: '203.0.113.24',
        created_at: '2026-11-20T08:30:00.000Z',
        last_seen_at: '2026-11-20T09:14:00.000Z',
        expires_at: '2026-11-27T09:14:00.000Z',
      },
    ],
  })
export type SessionEntry = z.infer<typeof sessionEntryShape>

export const signedOutShape = z
  .object({ object: z.literal('session'), signed_out: z.literal(true) })
  .meta({ examples: [{ object: 'session', signed_out: true }] })

export const sessionsEndedShape = z
  .object({
    object: z.literal('sessions_ended'),
    count: z.int().meta({ description: 'The number of sessions that were ended.' }),
  })
  .meta({ examples: [{ object: 'sessions_ended', count: 2 }] })
