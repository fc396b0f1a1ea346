import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { idOf, instant } from './fields.ts'
import { emailField, memberName, memberRole } from './session.ts'

/** A person who signs in to the dashboard. */
export const memberShape = z
  .object({
    id: idOf('member'),
    object: z.literal('member'),
    name: z.string(),
    email: z.string().nullable().meta({ description: '`null` before the first sign-in.' }),
    role: memberRole,
    profile_ids: z
      .array(idOf('profile'))
      .nullable()
      .meta({ description: 'What a member of the staff sees; `null` for owners, who see all.' }),
    status: z.enum(['invited', 'active', 'disabled']).meta({
      description: '`invited` until a sign-in link was used and a password set.',
    }),
    last_sign_in_at: instant.nullable(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof memberShape>

const profileIds = z
  .array(idOf('profile'))
  .max(limits.member.profilesMax)
  .transform((given) => [...new Set(given)])
  .meta({ description: 'For `staff`: the ids of the profiles it sees.' })

export const memberCreate = z.strictObject({
  name: memberName,
  email: emailField,
  role: memberRole,
  profile_ids: profileIds.optional(),
})
export type MemberCreate = z.output<typeof memberCreate>

export const memberUpdate = z.strictObject({
  name: memberName.optional(),
  email: emailField.optional(),
  role: memberRole.optional(),
  profile_ids: profileIds.optional(),
  disabled: z
    .boolean()
    .optional()
    .meta({ description: '`true` ends all sessions and links of the member at once.' }),
})
export type MemberUpdate = z.output<typeof memberUpdate>

export const deletedMemberShape = z
  .object({ id: idOf('member'), object: z.literal('member'), deleted: z.literal(true) })
  .meta({ id: 'MemberDeleted' })

export const newSignInLinkShape = z
  .object({
    object: z.literal('sign_in_link'),
    member_id: idOf('member'),
    purpose: z.enum(['first', 'invite', 'reset']),
    url: z.url().meta({ description: 'Works once; shown only in this answer.' }),
    expires_at: instant,
    sent: z.boolean().meta({ description: 'Whether it was sent to the member by e-mail too.' }),
  })
  .meta({ id: 'NewSignInLink' })
export type NewSignInLink = z.infer<typeof newSignInLinkShape>
