import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { exampleIds } from './examples.ts'
import { idOf, instant } from './fields.ts'
import { emailField, memberName, memberRole } from './session.ts'

/** A person who can sign in to the dashboard. */
export const memberShape = z
  .object({
    id: idOf('member'),
    object: z.literal('member'),
    name: z.string(),
    email: z.string().nullable().meta({ description: '`null` before the first sign-in.' }),
    role: memberRole,
    profile_ids: z.array(idOf('profile')).nullable().meta({
      description:
        'The profiles that a staff member or contributor can see. `null` for owners, who can see all.',
    }),
    status: z.enum(['invited', 'active', 'disabled']).meta({
      description: 'A member is `invited` until they use a sign-in link and set a password.',
    }),
    second_factor: z.boolean().meta({ description: 'Whether the second factor is on.' }),
    last_sign_in_at: instant.nullable(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({
    id: 'Member',
    examples: [
      {
        id: exampleIds.member,
        object: 'member',
        name: 'Mina Sato',
        email: 'mina@northlight.example',
        role: 'staff',
        profile_ids: [exampleIds.profile],
        status: 'active',
        second_factor: true,
        last_sign_in_at: '2026-11-20T08:30:00.000Z',
        created_at: '2026-11-02T08:00:00.000Z',
        updated_at: '2026-11-02T08:15:00.000Z',
      },
    ],
  })
export type Member = z.infer<typeof memberShape>

const profileIds = z
  .array(idOf('profile'))
  .max(limits.member.profilesMax)
  .transform((ids) => [...new Set(ids)])
  .meta({
    description:
      'The IDs of the profiles that a staff member or contributor can see. Not for owners, who can see all.',
  })

export const memberCreate = z
  .strictObject({
    name: memberName,
    email: emailField,
    role: memberRole,
    profile_ids: profileIds.optional(),
  })
  .meta({
    examples: [
      {
        name: 'Mina Sato',
        email: 'mina@northlight.example',
        role: 'staff',
        profile_ids: [exampleIds.profile],
      },
    ],
  })
export type MemberCreate = z.output<typeof memberCreate>

export const memberUpdate = z
  .strictObject({
    name: memberName.optional(),
    email: emailField.optional(),
    role: memberRole.optional(),
    profile_ids: profileIds.optional(),
    disabled: z.boolean().optional().meta({
      description: '`true` ends all sessions and sign-in links of the member immediately.',
    }),
  })
  .meta({ examples: [{ role: 'contributor' }] })
export type MemberUpdate = z.output<typeof memberUpdate>

export const deletedMemberShape = z
  .object({ id: idOf('member'), object: z.literal('member'), deleted: z.literal(true) })
  .meta({
    id: 'MemberDeleted',
    examples: [{ id: exampleIds.member, object: 'member', deleted: true }],
  })

export const newSignInLinkShape = z
  .object({
    object: z.literal('sign_in_link'),
    member_id: idOf('member'),
    purpose: z.enum(['first', 'invite', 'reset']),
    url: z.url().meta({ description: 'Works once. It is not shown again.' }),
    expires_at: instant,
    sent: z
      .boolean()
      .meta({ description: 'Whether the link was also sent to the member by email.' }),
  })
  .meta({
    id: 'NewSignInLink',
    examples: [
      {
        object: 'sign_in_link',
        member_id: exampleIds.member,
        purpose: 'invite',
        url: 'https://postern.example.com/dashboard/sign-in#token=r8Wc2Vd6Xh0Kq4Yt9Zb3Nf7Lm1Gp5SjUaEoTiRuQwBv',
        expires_at: '2026-11-05T08:00:00.000Z',
        sent: true,
      },
    ],
  })
export type NewSignInLink = z.infer<typeof newSignInLinkShape>
