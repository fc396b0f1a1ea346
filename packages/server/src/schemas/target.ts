import { z } from 'zod'
import { postErrorCodes } from './event.ts'
import { exampleIds, exampleOf, secondExampleIds } from './examples.ts'
import { idOf, instant, jsonValue, platformValue, writtenByOthers } from './fields.ts'
import { partShape } from './part.ts'

export const targetStatuses = [
  'draft',
  'scheduled',
  'publishing',
  'published',
  'partially_published',
  'failed',
  'unknown',
  'canceled',
] as const

/** A media of a post or target. */
export const mediaReferenceShape = z.object({
  id: idOf('media'),
  alt_text: z
    .string()
    .nullable()
    .meta({
      ...writtenByOthers,
      description:
        'What the file shows, for people who cannot see it. `null` uses the `alt_text` of the media.',
    }),
})

/** A part of a thread after the first, which is the post itself. */
export const threadPartShape = z
  .object({
    text: z.string().meta({ ...writtenByOthers, description: 'The text of the part.' }),
    media: z.array(mediaReferenceShape).meta({ description: 'The images and videos of the part.' }),
  })
  .meta({ id: 'ThreadPart' })

/** Why a post or its first comment was not published. */
const targetError = z.object({
  code: z.enum(postErrorCodes).meta({
    description: 'Why it failed, for programs. The guide about publishing explains the codes.',
  }),
  source: z.enum(['platform', 'postern']).meta({
    description:
      '`platform`: the platform refused the post or did not respond. `postern`: this service could not publish it.',
  }),
  message: z.string().meta({
    ...writtenByOthers,
    description: 'Why it failed, for people. It can contain a message from the platform.',
  }),
  retryable: z
    .boolean()
    .meta({ description: 'Whether publishing the same content later can succeed.' }),
})

/** The entry of a post for one account. */
export const targetShape = z
  .object({
    id: idOf('target'),
    object: z.literal('target'),
    account_id: idOf('account'),
    platform: platformValue,
    status: z.enum(targetStatuses).meta({
      description:
        '`unknown`: the request to publish was sent, but no response arrived, or it was refused although the post may be public. Check whether the post is on the platform, then resolve or retry the target. `partially_published`: some parts of the thread are public and the rest failed; a retry continues with the first missing part.',
    }),
    text: z
      .string()
      .nullable()
      .meta({ ...writtenByOthers, description: '`null` uses the text of the post.' }),
    media: z
      .array(mediaReferenceShape)
      .nullable()
      .meta({ description: '`null` uses the media of the post.' }),
    thread: z
      .array(threadPartShape)
      .nullable()
      .meta({ description: '`null` uses the thread of the post. Empty: no thread.' }),
    options: z.record(z.string(), jsonValue).meta({
      ...writtenByOthers,
      description: 'Settings of the platform, as listed in `options` of `GET /v1/platforms`.',
    }),
    first_comment: z
      .string()
      .nullable()
      .meta({ ...writtenByOthers, description: 'Published below the post, right after it.' }),
    first_comment_status: z.enum(['pending', 'sent', 'failed', 'unknown']).nullable().meta({
      description:
        '`null` until the post is published, and without a first comment. `pending`: it is written soon, or tried again. `unknown`: no response arrived, so it may be on the platform.',
    }),
    first_comment_error: targetError.nullable().meta({
      description:
        'Why the first comment is `failed` or `unknown`, otherwise `null`. Retry the target to write it again.',
    }),
    scheduled_at: instant
      .nullable()
      .meta({ description: 'When to publish, in UTC. `null` without a time.' }),
    slot_at: instant.nullable().meta({
      description:
        'The slot of the posting plan that it fills, before the jitter: because it was queued, or scheduled for exactly the time of a free slot.',
    }),
    attempts: z.int().meta({
      description:
        'How many times publishing was attempted. Waiting for a rate limit does not count.',
    }),
    next_attempt_at: instant.nullable().meta({
      description:
        'When it is published or, after a temporary failure, retried. `null` unless `scheduled`.',
    }),
    platform_post_id: z
      .string()
      .nullable()
      .meta({
        ...writtenByOthers,
        description: 'The ID of the post on the platform. `null` until it is published.',
      }),
    permalink: z
      .string()
      .nullable()
      .meta({
        ...writtenByOthers,
        description:
          'The public URL. `null` until the post is published and the platform has reported it.',
      }),
    parts: z.array(partShape).meta({
      description:
        'The parts that became public, in order: the post itself and each part of its thread. Empty before.',
    }),
    published_at: instant.nullable().meta({ description: 'When it was published. `null` before.' }),
    deleted_at: instant.nullable().meta({ description: 'When it was deleted from the platform.' }),
    failed_at: instant.nullable().meta({
      description:
        'When it failed for good: with the status `failed`, or `partially_published` and an `error`. Otherwise `null`.',
    }),
    error: targetError.nullable().meta({
      description:
        'Why the last attempt failed, otherwise `null`: also if the rest of a thread was canceled.',
    }),
  })
  .meta({
    id: 'Target',
    examples: [
      {
        id: exampleIds.target,
        object: 'target',
        account_id: exampleIds.account,
        platform: 'instagram',
        status: 'scheduled',
        text: null,
        media: null,
        thread: null,
        options: {},
        first_comment: 'Open daily from 8 to 18 #cafeaurora',
        first_comment_status: null,
        first_comment_error: null,
        scheduled_at: '2026-11-20T09:00:00.000Z',
        slot_at: null,
        attempts: 0,
        next_attempt_at: '2026-11-20T09:00:00.000Z',
        platform_post_id: null,
        permalink: null,
        parts: [],
        published_at: null,
        deleted_at: null,
        failed_at: null,
        error: null,
      },
    ],
  })
export type Target = z.infer<typeof targetShape>

/** The second target of the post in the examples, with a text of its own. */
export const secondTargetExample: Target = {
  ...exampleOf(targetShape),
  id: secondExampleIds.target,
  account_id: secondExampleIds.account,
  platform: 'threads',
  text: 'Pumpkin latte season starts today.',
  first_comment: null,
}
