import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { defaultRedirectUrl } from './connect-link.ts'
import { idOf, instant, lineOfText } from './fields.ts'

const { emailCharsMax, nameCharsMax, passwordCharsMax, passwordCharsMin } = limits.member

/** Kept in lower case: nobody has two mailboxes that differ in that. */
export const emailField = z
  .string()
  .trim()
  .max(emailCharsMax)
  .toLowerCase()
  .pipe(z.email())
  .meta({ type: 'string', format: 'email' })

export const memberName = lineOfText(nameCharsMax)

export const memberRole = z.enum(['owner', 'staff']).meta({
  id: 'MemberRole',
  description: '`owner` may do everything; `staff` works inside the profiles it was given.',
})

/** A password that is set; one that is only tried is not measured. */
const newPassword = z
  .string()
  .min(passwordCharsMin)
  .max(passwordCharsMax)
  .meta({ description: `${passwordCharsMin} to ${passwordCharsMax} characters, not the e-mail.` })

const triedPassword = z.string().min(1).max(passwordCharsMax)

export const warningShape = z
  .object({
    code: z.enum([
      'private_webhooks_allowed',
      'webhook_endpoints_switched_off',
      'smtp_missing',
      'owner_email_missing',
    ]),
    message: z.string(),
    count: z
      .int()
      .nullable()
      .meta({ description: 'Of how many, where there is something to count.' }),
  })
  .meta({ id: 'Warning', description: 'Something that the owner should mend.' })
export type Warning = z.infer<typeof warningShape>

export const signedInMember = z.object({
  id: idOf('member'),
  name: z.string(),
  email: z.string().nullable(),
  role: memberRole,
})

export const sessionShape = z
  .object({
    id: idOf('session'),
    object: z.literal('session'),
    member: signedInMember,
    owner: z.object({
      name: z.string(),
      email: z.string().nullable().meta({ description: 'Where letters go; for owners only.' }),
    }),
    profiles: z
      .array(
        z.object({ id: idOf('profile'), name: z.string(), external_id: z.string().nullable() }),
      )
      .nullable()
      .meta({ description: 'The profiles that a member of the staff sees; `null` for all.' }),
    expires_at: instant.meta({ description: 'When it ends if it is not used again.' }),
    private_webhooks: z.boolean().meta({
      description:
        'Whether this member may register webhook urls at private hosts, over http and on any port: owners, where ALLOW_PRIVATE_WEBHOOKS is set.',
    }),
    default_redirect_url: defaultRedirectUrl,
    warnings: z.array(warningShape),
  })
  .meta({ id: 'Session', description: 'Who is signed in, and what it sees.' })
export type Session = z.infer<typeof sessionShape>

export const signInBody = z.strictObject({
  email: z.string().trim().min(1).max(emailCharsMax).toLowerCase(),
  password: triedPassword,
})

const linkToken = z.string().min(1).max(200)

export const linkBody = z.strictObject({ token: linkToken })

export const signInLinkShape = z
  .object({
    object: z.literal('sign_in_link'),
    purpose: z.enum(['first', 'invite', 'reset']),
    email: z.string().nullable(),
    name: z.string(),
    expires_at: instant,
  })
  .meta({ id: 'SignInLink', description: 'What a sign-in link is for, before it is used.' })
export type SignInLink = z.infer<typeof signInLinkShape>

export const redeemBody = z.strictObject({
  token: linkToken,
  password: newPassword,
  name: memberName.optional(),
  email: emailField
    .optional()
    .meta({ description: 'At the first sign-in of the owner, who may give or change it.' }),
})

export const sessionUpdate = z.strictObject({
  name: memberName.optional(),
  email: emailField.optional().meta({ description: 'Needs `current_password`.' }),
  current_password: triedPassword.optional(),
  password: newPassword.optional().meta({ description: 'Needs `current_password`.' }),
})

/** One of the places where a member is signed in. */
export const sessionEntryShape = z
  .object({
    id: idOf('session'),
    object: z.literal('session_entry'),
    current: z.boolean().meta({ description: 'The one of this request.' }),
    user_agent: z.string().nullable(),
    ip: z.string().nullable(),
    created_at: instant,
    last_seen_at: instant.meta({ description: 'To the minute.' }),
    expires_at: instant,
  })
  .meta({ id: 'SessionEntry' })
export type SessionEntry = z.infer<typeof sessionEntryShape>

export const signedOutShape = z.object({
  object: z.literal('session'),
  signed_out: z.literal(true),
})

export const sessionsEndedShape = z.object({
  object: z.literal('sessions_ended'),
  count: z.int().meta({ description: 'How many sessions ended.' }),
})
