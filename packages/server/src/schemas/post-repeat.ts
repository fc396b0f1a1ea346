import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { weekdays } from '../core/slots.ts'
import { exampleIds, secondExampleIds } from './examples.ts'
import { idOf, instant } from './fields.ts'
import { postCreate } from './post.ts'

const { countMax, intervalMax, textsMax } = limits.repeat

export const postRepeat = z
  .strictObject({
    every: z.enum(['day', 'week', 'month']).meta({
      description:
        'The unit. The local time of the post in the time zone of its profile stays the same. A month without its day counts the last one.',
    }),
    interval: z
      .int()
      .min(1)
      .max(intervalMax)
      .default(1)
      .meta({ description: 'How many units: 2 and `week` is every second week.' }),
    weekdays: z
      .array(z.enum(weekdays))
      .max(7)
      .optional()
      .meta({ description: 'Only with `week`. The default is the weekday of the post.' }),
    count: z
      .int()
      .min(1)
      .max(countMax)
      .optional()
      .meta({ description: 'How many times, without the post itself. Send this or `until`.' }),
    until: z.iso
      .date()
      .optional()
      .meta({
        description: `The last local day, included. At most ${countMax} repeats are created.`,
      }),
    texts: z.array(postCreate.shape.text.unwrap()).max(textsMax).default([]).meta({
      description:
        'Other texts, used in turn: the first repeat gets the first, and after the last one the first follows. An account with a text of its own keeps that. Without them each repeat has the text of the post.',
    }),
  })
  .meta({
    examples: [
      {
        every: 'week',
        weekdays: ['monday', 'thursday'],
        count: 8,
        texts: ['The pumpkin latte is here.', 'Have you tried our pumpkin latte?'],
      },
    ],
  })
export type PostRepeat = z.infer<typeof postRepeat>

export const postRepeatsShape = z
  .object({
    object: z.literal('post_repeats'),
    repeat_of_post_id: idOf('post').meta({ description: 'The post that is repeated.' }),
    posts: z
      .array(z.object({ id: idOf('post'), scheduled_at: instant.nullable() }))
      .meta({ description: 'In the order of their times.' }),
  })
  .meta({
    id: 'PostRepeats',
    examples: [
      {
        object: 'post_repeats',
        repeat_of_post_id: exampleIds.post,
        posts: [{ id: secondExampleIds.post, scheduled_at: '2026-11-27T09:00:00.000Z' }],
      },
    ],
  })
export type PostRepeats = z.infer<typeof postRepeatsShape>
