import { z } from 'zod'
import { limits } from '../core/limits.ts'

export const recoveryCodeCount = 10
const codeCharsMax = 40

const codeExample = '492039'
const recoveryCodesExample = Array.from(
  { length: recoveryCodeCount },
  (_, index) => `k3xq-7fwe-2jma-p5tr-w6bd-4hn${'abcdefghij'[index]}`,
)

/** A code of the app or a recovery code, with or without spaces and dashes. */
export const secondFactorCode = z.string().trim().min(1).max(codeCharsMax)

export const secondFactorSetupShape = z
  .object({
    object: z.literal('second_factor_setup'),
    secret: z.string().meta({
      description:
        'The secret in base32, to type into an authenticator app. It is not shown again.',
    }),
    otpauth_url: z.string().meta({
      description: 'The same secret as an `otpauth://` URL, which apps read from a QR code.',
    }),
  })
  .meta({
    id: 'SecondFactorSetup',
    examples: [
      {
        object: 'second_factor_setup',
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        otpauth_url:
          'otpauth://totp/Postern%20(postern.example.com):mina%40northlight.example?issuer=Postern%20(postern.example.com)&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
      },
    ],
  })
export type SecondFactorSetup = z.infer<typeof secondFactorSetupShape>

export const secondFactorSetUp = z
  .strictObject({ current_password: z.string().min(1).max(limits.member.passwordCharsMax) })
  .meta({ examples: [{ current_password: 'nine-quiet-harbour-lamps' }] })

export const codeBody = z
  .strictObject({ code: secondFactorCode })
  .meta({ examples: [{ code: codeExample }] })

export const recoveryCodesShape = z
  .object({
    object: z.literal('recovery_codes'),
    recovery_codes: z.array(z.string()).meta({
      description: 'Each code replaces a code of the app once. They are not shown again.',
    }),
  })
  .meta({
    id: 'RecoveryCodes',
    examples: [{ object: 'recovery_codes', recovery_codes: recoveryCodesExample }],
  })
export type RecoveryCodes = z.infer<typeof recoveryCodesShape>

/** Of the signed-in member, in the session. */
export const secondFactorStatus = z.object({
  enabled: z.boolean(),
  required: z.boolean().meta({
    description:
      'Whether the owner requires one of this member. Without it, only `/v1/session` and `/v1/sessions` can be used.',
  }),
  recovery_codes_left: z.int(),
})
