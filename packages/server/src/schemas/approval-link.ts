import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { timeZoneCharsMax } from '../core/time-zones.ts'
import { languages } from './connect-link.ts'
import { exampleIds } from './examples.ts'
import { idOf, instant, timeZone, writtenByOthers } from './fields.ts'

export const approvalLinkStatuses = ['open', 'expired', 'revoked'] as const

const { linkDays, postsPerLinkMax, recordsShownMax } = limits.approval

const language = z.enum(languages).meta({ description: 'The language of the page.' })
const shownTimeZone = z.string().max(timeZoneCharsMax)
const timeZoneDescription =
  'In which the page shows the times of the posts. The default is that of the profile.'

const approvalLinkExample = {
  id: exampleIds.approval,
  object: 'approval_link',
  profile_id: exampleIds.profile,
  status: 'open',
  post_ids: [exampleIds.post],
  expires_at: '2026-11-25T10:05:00.000Z',
  created_at: '2026-11-18T10:05:00.000Z',
}

const approvalLinkFields = {
  id: idOf('approval'),
  object: z.literal('approval_link'),
  profile_id: idOf('profile'),
  status: z.enum(approvalLinkStatuses),
  post_ids: z.array(idOf('post')).meta({ description: 'The posts that the page shows.' }),
  expires_at: instant,
  created_at: instant,
}

/** The response to the creation, the only one that contains the URL. */
export const createdApprovalLinkShape = z
  .object({
    url: z.url().meta({ description: 'Send it to the client. It is not shown again.' }),
    ...approvalLinkFields,
  })
  .meta({
    id: 'ApprovalLinkCreated',
    examples: [
      {
        url: 'https://postern.example.com/approve/mZ4Qk1r7uV9xT2bY6nW8cJ3hL5dF0gSaPqEoRiUtXwB',
        ...approvalLinkExample,
      },
    ],
  })
export type CreatedApprovalLink = z.infer<typeof createdApprovalLinkShape>

const recordShape = z.object({
  at: instant,
  action: z.enum(['opened', 'approved', 'changes_requested']).meta({
    description: '`opened` does not mean that a person read it: mail scanners open links too.',
  }),
  post_id: idOf('post').nullable().meta({ description: 'The post of a decision.' }),
  comment: z
    .string()
    .nullable()
    .meta({ ...writtenByOthers, description: 'What the client wrote with the decision.' }),
})

export const approvalLinkShape = z
  .object({
    ...approvalLinkFields,
    language: language.nullable(),
    time_zone: shownTimeZone.nullable().meta({ description: timeZoneDescription }),
    records: z.array(recordShape).meta({
      description: `The last ${recordsShownMax} openings and decisions, in chronological order.`,
    }),
  })
  .meta({
    id: 'ApprovalLink',
    examples: [
      {
        ...approvalLinkExample,
        language: 'en',
        time_zone: 'Europe/Berlin',
        records: [
          { at: '2026-11-19T08:11:52.000Z', action: 'opened', post_id: null, comment: null },
          {
            at: '2026-11-19T08:12:40.000Z',
            action: 'approved',
            post_id: exampleIds.post,
            comment: 'Lovely! Please keep writing Café Aurora with its accent.',
          },
        ],
      },
    ],
  })
export type ApprovalLink = z.infer<typeof approvalLinkShape>

const settings = {
  language: language.optional(),
  time_zone: timeZone.optional().meta({ description: timeZoneDescription }),
  expires_in_days: z
    .int()
    .min(1)
    .max(linkDays.max)
    .optional()
    .meta({ description: 'How many days the page stays open.', default: linkDays.default }),
}

/** For one post, which the path names. */
export const postApprovalLinkCreate = z
  .strictObject(settings)
  .meta({ examples: [{ language: 'en', time_zone: 'Europe/Berlin' }] })
export type ApprovalLinkSettings = z.infer<typeof postApprovalLinkCreate>

export const approvalLinkCreate = z
  .strictObject({
    post_ids: z
      .array(idOf('post'))
      .min(1)
      .max(postsPerLinkMax)
      .meta({ description: 'Posts of the profile, in the order in which the page shows them.' }),
    ...settings,
  })
  .meta({
    examples: [{ post_ids: [exampleIds.post], language: 'en', time_zone: 'Europe/Berlin' }],
  })
