import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { weekdays } from '../core/slots.ts'
import { exampleIds, exampleOf } from './examples.ts'
import { givenInstant, idOf, instant } from './fields.ts'

const { postingPlan } = limits

const weeklySlot = z.strictObject({
  weekday: z.enum(weekdays),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'It must be a time of day such as 09:00.')
    .meta({ description: 'The local time, as `HH:MM`.', examples: ['09:00'] }),
})

const slots = z.array(weeklySlot).max(postingPlan.slotsMax).meta({
  description: 'The weekly times. Two equal ones count once. Empty: the plan has no slots.',
})
const jitterMinutes = z.int().min(0).max(postingPlan.jitterMinutesMax).meta({
  description: 'A post is published up to this many minutes after its slot, chosen at random.',
})
const paused = z.boolean().meta({
  description:
    'While `true`, no slot is free. Posts that are already queued are published at their times.',
})

export const postingPlanShape = z
  .object({
    id: z.string().meta({
      description: 'The ID of the profile or account whose plan this is.',
      examples: [exampleIds.profile],
    }),
    object: z.literal('posting_plan'),
    profile_id: idOf('profile'),
    account_id: idOf('account').nullable().meta({
      description: '`null`: the plan of the profile, which its accounts without one use.',
    }),
    time_zone: z.string().meta({ description: 'The `time_zone` of the profile.' }),
    slots,
    jitter_minutes: jitterMinutes,
    paused,
    skipped_slots: z
      .array(instant)
      .meta({ description: 'Coming slots that are left out, such as on a holiday.' }),
    updated_at: instant.nullable().meta({ description: '`null` before it is first saved.' }),
  })
  .meta({
    id: 'PostingPlan',
    examples: [
      {
        id: exampleIds.profile,
        object: 'posting_plan',
        profile_id: exampleIds.profile,
        account_id: null,
        time_zone: 'Europe/Berlin',
        slots: [
          { weekday: 'monday', time: '09:00' },
          { weekday: 'thursday', time: '17:30' },
        ],
        jitter_minutes: 0,
        paused: false,
        skipped_slots: [],
        updated_at: '2026-11-18T10:02:00.000Z',
      },
    ],
  })
export type PostingPlan = z.infer<typeof postingPlanShape>

export const postingPlanUpdate = z
  .strictObject({
    slots: slots.optional(),
    jitter_minutes: jitterMinutes.optional(),
    paused: paused.optional(),
    skipped_slots: z.array(givenInstant).max(postingPlan.skippedSlotsMax).optional().meta({
      description:
        'Slots to leave out, as listed in `slot_at` of the slots. Past ones are removed. A post that is already queued in one stays.',
    }),
  })
  .meta({ examples: [{ slots: exampleOf(postingPlanShape).slots, jitter_minutes: 0 }] })
export type PostingPlanUpdate = z.infer<typeof postingPlanUpdate>

export const slotStatuses = ['free', 'queued', 'skipped'] as const

export const slotShape = z
  .object({
    object: z.literal('slot'),
    account_id: idOf('account'),
    slot_at: instant.meta({ description: 'The planned minute, in UTC.' }),
    status: z.enum(slotStatuses).meta({
      description:
        '`free`: the next post can take it. `queued`: a post has it. `skipped`: it is left out.',
    }),
    post_id: idOf('post').nullable().meta({ description: 'The post in it.' }),
    scheduled_at: instant.nullable().meta({
      description: 'When that post is published: `slot_at` and the jitter.',
    }),
  })
  .meta({
    id: 'Slot',
    examples: [
      {
        object: 'slot',
        account_id: exampleIds.account,
        slot_at: '2026-11-23T08:00:00.000Z',
        status: 'queued',
        post_id: exampleIds.post,
        scheduled_at: '2026-11-23T08:00:00.000Z',
      },
    ],
  })
export type Slot = z.infer<typeof slotShape>

export const queueReorder = z
  .strictObject({
    post_ids: z
      .array(idOf('post'))
      .min(1)
      .max(limits.page.max)
      .refine((ids) => new Set(ids).size === ids.length, 'It names a post twice. Remove one.')
      .meta({
        description:
          'Queued posts of the account. They exchange their slots: the first gets the earliest.',
      }),
  })
  .meta({ examples: [{ post_ids: [exampleIds.post] }] })

export const queueShape = z
  .object({
    id: idOf('account').meta({ description: 'The ID of the account.' }),
    object: z.literal('queue'),
    profile_id: idOf('profile'),
    slots: z.array(slotShape).meta({ description: 'The slots of these posts, in order.' }),
  })
  .meta({
    id: 'Queue',
    examples: [
      {
        id: exampleIds.account,
        object: 'queue',
        profile_id: exampleIds.profile,
        slots: [exampleOf(slotShape)],
      },
    ],
  })
export type Queue = z.infer<typeof queueShape>
