import { z } from 'zod'
import { instant } from './fields.ts'
import { secondFactorCode } from './second-factor.ts'
import { emailField, memberExample, memberName, newPassword, passwordExample } from './session.ts'

const linkToken = z.string().min(1).max(200)

const tokenExample = 'r8Wc2Vd6Xh0Kq4Yt9Zb3Nf7Lm1Gp5SjUaEoTiRuQwBv'

export const linkBody = z
  .strictObject({ token: linkToken })
  .meta({ examples: [{ token: tokenExample }] })

export const signInLinkShape = z
  .object({
    object: z.literal('sign_in_link'),
    purpose: z.enum(['first', 'invite', 'reset', 'email']).meta({
      description: '`email`: it confirms a new email with `POST /v1/session/email`.',
    }),
    email: z.string().nullable(),
    name: z.string(),
    second_factor: z
      .boolean()
      .meta({ description: 'Whether redeeming the link also needs a code of the second factor.' }),
    expires_at: instant,
  })
  .meta({
    id: 'SignInLink',
    description: 'A sign-in link that is not used yet.',
    examples: [
      {
        object: 'sign_in_link',
        purpose: 'invite',
        email: memberExample.email,
        name: memberExample.name,
        second_factor: false,
        expires_at: '2026-11-05T08:00:00.000Z',
      },
    ],
  })
export type SignInLink = z.infer<typeof signInLinkShape>

export const emailConfirmedShape = z
  .object({ object: z.literal('email_confirmed'), email: z.string() })
  .meta({
    id: 'EmailConfirmed',
    description: 'The email with which the member signs in from now on.',
    examples: [{ object: 'email_confirmed', email: memberExample.email }],
  })
export type EmailConfirmed = z.infer<typeof emailConfirmedShape>

export const redeemBody = z
  .strictObject({
    token: linkToken,
    password: newPassword,
    code: secondFactorCode.optional().meta({
      description: 'For a member with a second factor: a code of their app or a recovery code.',
    }),
    name: memberName.optional(),
    email: emailField
      .optional()
      .meta({ description: 'Only at the first sign-in of the owner, who can set or change it.' }),
  })
  .meta({ examples: [{ token: tokenExample, password: passwordExample }] })
