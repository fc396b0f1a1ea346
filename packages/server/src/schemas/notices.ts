import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { exampleIds } from './examples.ts'
import { idOf } from './fields.ts'

/** What members can be told of by email. */
export const noticeCauses = [
  'account_access',
  'post_failed',
  'endpoint_inactive',
  'approval_decided',
  'post_waiting',
  'comment_unanswered',
] as const
export type NoticeCause = (typeof noticeCauses)[number]

/** A contributor cannot act on the others. */
export const contributorCauses: readonly NoticeCause[] = ['approval_decided']

export const noticeTimings = ['off', 'at_once', 'daily'] as const

const descriptions: Record<NoticeCause, string> = {
  account_access: 'The access to an account ended, or ends within 7 days and cannot be renewed.',
  post_failed: 'A post failed on an account, as a whole or in part.',
  endpoint_inactive: 'A webhook endpoint became inactive after too many failures.',
  approval_decided: 'A client approved a post or asked for changes.',
  post_waiting: 'A post waits for approval.',
  comment_unanswered: 'A comment has not been answered for `unanswered_hours`.',
}

const timing = z.enum(noticeTimings)
const timings = Object.fromEntries(
  noticeCauses.map((cause) => [cause, timing.meta({ description: descriptions[cause] })]),
) as Record<NoticeCause, typeof timing>

const causes = z.object(timings).partial().meta({
  description:
    'When you are told, by cause: `off`, `at_once` (at most one email an hour about a cause) or `daily`. Contributors have only `approval_decided`.',
})

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'It must be a time such as 08:30.')
  .meta({ examples: ['08:30'] })

const quiet = 'In your time zone. Nothing is sent between `quiet_from` and `quiet_until`.'
const unansweredHours = z.int().min(1).max(limits.notices.unansweredHoursMax)

export const noticesShape = z
  .object({
    id: idOf('member'),
    object: z.literal('member_notices'),
    causes,
    quiet_from: timeOfDay.nullable().meta({ description: quiet }),
    quiet_until: timeOfDay.nullable().meta({ description: quiet }),
    digest_time: timeOfDay.meta({
      description: 'When the daily digest is sent, in your time zone.',
    }),
    unanswered_hours: unansweredHours,
    time_zone: z.string().meta({
      description: 'The time zone of your session, or `UTC` while you have chosen none.',
    }),
    email_configured: z.boolean().meta({
      description: 'Whether this installation can send emails. Without, nothing is sent.',
    }),
  })
  .meta({
    id: 'MemberNotices',
    examples: [
      {
        id: exampleIds.member,
        object: 'member_notices',
        causes: {
          account_access: 'at_once',
          post_failed: 'at_once',
          endpoint_inactive: 'off',
          approval_decided: 'daily',
          post_waiting: 'daily',
          comment_unanswered: 'off',
        },
        quiet_from: '20:00',
        quiet_until: '07:30',
        digest_time: '08:30',
        unanswered_hours: 4,
        time_zone: 'Europe/Berlin',
        email_configured: true,
      },
    ],
  })
export type Notices = z.infer<typeof noticesShape>

export const noticesUpdate = z
  .strictObject({
    causes: z
      .strictObject(timings)
      .partial()
      .optional()
      .meta({ description: 'The causes to change. Those that are left out stay as they are.' }),
    quiet_from: timeOfDay.nullable().optional().meta({ description: quiet }),
    quiet_until: timeOfDay.nullable().optional().meta({ description: quiet }),
    digest_time: timeOfDay.optional(),
    unanswered_hours: unansweredHours.optional(),
  })
  .meta({ examples: [{ causes: { post_failed: 'at_once', post_waiting: 'daily' } }] })
export type NoticesUpdate = z.output<typeof noticesUpdate>
