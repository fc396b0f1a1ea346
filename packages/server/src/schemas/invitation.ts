import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { connectLinkCreate, connectLinkShape } from './connect-link.ts'
import { exampleIds } from './examples.ts'
import { idOf, instant } from './fields.ts'

export const invitationStatuses = ['open', 'expired', 'revoked'] as const

const { profile_id, platforms, account_id, redirect_url, language, metadata } =
  connectLinkShape.shape

const invitationExample = {
  id: exampleIds.invitation,
  object: 'invitation',
  profile_id: exampleIds.profile,
  status: 'open',
  platforms: ['instagram', 'facebook'],
  account_id: null,
  expires_at: '2026-11-10T09:20:00.000Z',
  created_at: '2026-11-03T09:20:00.000Z',
}

const invitationFields = {
  id: idOf('invitation'),
  object: z.literal('invitation'),
  profile_id,
  status: z.enum(invitationStatuses),
  platforms,
  account_id,
  expires_at: instant,
  created_at: instant,
}

/** The response to the creation, the only one that contains the URL. */
export const createdInvitationShape = z
  .object({
    url: z.url().meta({ description: 'Send it to the client. It is not shown again.' }),
    ...invitationFields,
  })
  .meta({
    id: 'InvitationCreated',
    examples: [
      {
        url: 'https://postern.example.com/invite/mZ4Qk1r7uV9xT2bY6nW8cJ3hL5dF0gSaPqEoRiUtXwB',
        ...invitationExample,
      },
    ],
  })
export type CreatedInvitation = z.infer<typeof createdInvitationShape>

export const invitationShape = z
  .object({
    ...invitationFields,
    redirect_url,
    language,
    metadata,
    links_created: z.int().meta({
      description:
        'How often the client continued from the page. Only opening it does not count, as mail scanners open links too.',
    }),
    last_opened_at: instant.nullable().meta({ description: 'When the client last continued.' }),
    account_ids: z
      .array(idOf('account'))
      .meta({ description: 'The accounts that were connected with it.' }),
  })
  .meta({
    id: 'Invitation',
    examples: [
      {
        ...invitationExample,
        redirect_url: 'https://app.northlight.example/clients/cafe-aurora',
        language: 'en',
        metadata: { onboarding: 'winter-2026' },
        links_created: 1,
        last_opened_at: '2026-11-06T17:55:00.000Z',
        account_ids: [exampleIds.account],
      },
    ],
  })
export type Invitation = z.infer<typeof invitationShape>

export const invitationCreate = z
  .strictObject({
    ...connectLinkCreate.shape,
    expires_in_days: z.int().min(1).max(limits.connect.invitationDays.max).optional().meta({
      description: 'How many days the invitation stays open.',
      default: limits.connect.invitationDays.default,
    }),
  })
  .meta({
    examples: [
      {
        redirect_url: 'https://app.northlight.example/clients/cafe-aurora',
        platforms: ['instagram', 'facebook'],
        language: 'en',
        expires_in_days: 14,
      },
    ],
  })
