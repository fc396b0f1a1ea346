import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { platformValues } from '../core/networks.ts'
import { exampleIds, exampleOf, secondExampleIds } from './examples.ts'
import {
  anyOf,
  type FilterOf,
  givenInstant,
  idOf,
  idsOf,
  instant,
  instantOrNextSlot,
  jsonValue,
  lineOfText,
  metadata,
  searchWords,
  writtenByOthers,
} from './fields.ts'
import { mediaReferenceShape, secondTargetExample, targetShape, threadPartShape } from './target.ts'

export const postStatuses = [
  'draft',
  'awaiting_approval',
  'scheduled',
  'publishing',
  'published',
  'partially_published',
  'failed',
  'canceled',
] as const

export const approvalStatuses = ['awaiting', 'approved', 'changes_requested'] as const

const ifLate = z.enum(['hold', 'publish']).meta({
  description:
    'What happens when the time to publish passes without a decision. `hold`: nothing is published until the post is approved, then immediately. `publish`: it is published at its time, unless the client asked for changes.',
})

const approvalExample = {
  status: 'approved' as const,
  if_late: 'hold' as const,
  comment: null,
  changed_at: '2026-11-18T14:20:00.000Z',
}

const approvalShape = z
  .object({
    status: z
      .enum(approvalStatuses)
      .meta({ description: 'A change of what is published sets it to `awaiting` again.' }),
    if_late: ifLate,
    comment: z
      .string()
      .nullable()
      .meta({ ...writtenByOthers, description: 'What the client wrote with the decision.' }),
    changed_at: instant.meta({ description: 'When the approval was asked for or decided.' }),
  })
  .meta({ id: 'PostApproval', examples: [approvalExample] })

/** What is published on networks without threads. */
export const threadFallbacks = ['first_comment', 'join'] as const

const threadFallbackDescription =
  'What to publish on platforms without threads, where `abilities.thread` in `GET /v1/platforms` is `false`. `join`: one post with the texts of all parts, separated by an empty line, and all their media. `first_comment`: the texts of the later parts as the first comment. `null`: a thread is rejected there.'

/** What a request can ask for. A queued post is stored as a scheduled one. */
const requestModes = ['draft', 'now', 'schedule', 'queue'] as const

const textExample = 'The pumpkin latte is back at Café Aurora!'
const mediaExample = {
  id: exampleIds.media,
  alt_text: 'A pumpkin latte with cinnamon on a wooden table',
}

export const postShape = z
  .object({
    id: idOf('post'),
    object: z.literal('post'),
    profile_id: idOf('profile'),
    source: z.enum(['api', 'external']).meta({
      description: '`external`: published outside this service and imported from the platform.',
    }),
    status: z.enum(postStatuses).meta({
      description:
        'Derived from the status of the targets. `awaiting_approval`: scheduled, and not approved by a client yet.',
    }),
    mode: z
      .enum(['draft', 'now', 'schedule'])
      .meta({ description: 'When to publish: `now`, at `scheduled_at`, or not yet.' }),
    text: z
      .string()
      .meta({ ...writtenByOthers, description: 'The text of the targets without their own.' }),
    media: z
      .array(mediaReferenceShape)
      .meta({ description: 'The images and videos of the targets without their own.' }),
    thread: z.array(threadPartShape).meta({
      description:
        'The thread of the targets without their own: the parts after the post, each published as an answer to the one before.',
    }),
    thread_fallback: z
      .enum(threadFallbacks)
      .nullable()
      .meta({ description: threadFallbackDescription }),
    scheduled_at: instant
      .nullable()
      .meta({ description: 'When to publish the targets without their own time, in UTC.' }),
    published_at: instant.nullable().meta({ description: 'When it was published. `null` before.' }),
    approval: approvalShape
      .nullable()
      .meta({ description: 'The approval of a client. `null`: none is needed.' }),
    repeat_of_post_id: idOf('post').nullable().meta({
      description: 'The post that it repeats. `null` if it is no repeat.',
    }),
    external_id: z
      .string()
      .nullable()
      .meta({ ...writtenByOthers, description: 'The ID of the post in your own system.' }),
    metadata: z
      .record(z.string(), jsonValue)
      .meta({ ...writtenByOthers, description: 'Your own data.' }),
    tags: z.array(z.string()).meta({
      ...writtenByOthers,
      description: 'To organize and find posts. Not published.',
    }),
    targets: z.array(targetShape).meta({ description: 'One entry for each account.' }),
    created_at: instant,
    updated_at: instant,
  })
  .meta({
    id: 'Post',
    examples: [
      {
        id: exampleIds.post,
        object: 'post',
        profile_id: exampleIds.profile,
        source: 'api',
        status: 'scheduled',
        mode: 'schedule',
        text: textExample,
        media: [mediaExample],
        thread: [],
        thread_fallback: null,
        scheduled_at: '2026-11-20T09:00:00.000Z',
        published_at: null,
        approval: approvalExample,
        repeat_of_post_id: null,
        external_id: 'campaign-winter-1',
        metadata: {},
        tags: ['winter-menu'],
        targets: [exampleOf(targetShape), secondTargetExample],
        created_at: '2026-11-18T10:02:00.000Z',
        updated_at: '2026-11-18T10:02:00.000Z',
      },
    ],
  })
export type Post = z.infer<typeof postShape>

/** The response to the creation: the post, with a hint if it will not be published. */
export const createdPostShape = postShape
  .extend({
    hint: z.string().nullable().meta({
      description:
        'Explains that the post is a draft and will not be published, if neither `mode` nor `scheduled_at` was sent. Otherwise `null`.',
    }),
  })
  .meta({
    id: 'PostCreated',
    examples: [
      {
        ...exampleOf(postShape),
        targets: [{ ...exampleOf(targetShape), first_comment: null }, secondTargetExample],
        approval: null,
        repeat_of_post_id: null,
        external_id: null,
        tags: [],
        hint: null,
      },
    ],
  })
export type CreatedPost = z.infer<typeof createdPostShape>

const text = z.string().max(limits.post.textCharsMax).meta({
  description:
    'The text of the post. Each platform has its own limit, in `text.max` of `GET /v1/platforms`.',
})
const mediaReferences = z
  .array(
    z.strictObject({
      id: idOf('media'),
      alt_text: z.string().max(limits.media.altTextCharsMax).nullable().optional().meta({
        description:
          'What the file shows, for people who cannot see it. Without it, the `alt_text` of the media is used.',
      }),
    }),
  )
  .max(limits.post.mediaMax)
  .meta({ description: 'The images and videos, in this order.' })
const thread = z
  .array(
    z.strictObject({
      text: text.default('').meta({
        description: 'The text of the part. The limits of the platform apply to each part.',
      }),
      media: mediaReferences.default([]),
    }),
  )
  .max(limits.post.threadMax)
  .meta({
    description:
      'The parts after the post, in this order, each published as an answer to the one before. `abilities.thread` in `GET /v1/platforms` says which platforms support it.',
  })
const threadFallback = z
  .enum(threadFallbacks)
  .nullable()
  .meta({ description: threadFallbackDescription })
const publishAt = givenInstant.meta({
  description: 'When to publish: ISO 8601 with a time zone.',
  examples: ['2026-11-20T09:00:00Z'],
})

const publishAtOrNextSlot = instantOrNextSlot.meta({
  description:
    'When to publish: ISO 8601 with a time zone, or `next_slot` for the next free slot in the posting plan of each account.',
  examples: ['2026-11-20T09:00:00Z'],
})

const targetInput = z.strictObject({
  account_id: idOf('account'),
  text: text.optional().meta({ description: 'Replaces the text of the post for this account.' }),
  media: mediaReferences
    .optional()
    .meta({ description: 'Replaces the media of the post for this account.' }),
  thread: thread.optional().meta({
    description: 'Replaces the thread of the post for this account. `[]`: no thread.',
  }),
  options: metadata(limits.post.optionsBytesMax).optional().meta({
    description:
      'Settings of the platform, such as who can see the post. `GET /v1/platforms` lists them in `options`.',
  }),
  first_comment: z.string().min(1).max(limits.post.firstCommentCharsMax).optional().meta({
    description:
      'Published below the post, right after it. `abilities.first_comment` in `GET /v1/platforms` says which platforms support it.',
  }),
  scheduled_at: publishAt.optional().meta({ description: 'Another time for this account only.' }),
})
export type TargetInput = z.infer<typeof targetInput>

const targets = z.array(targetInput).min(1).max(limits.post.targetsMax)
const approval = z
  .strictObject({ if_late: ifLate.optional() })
  .nullable()
  .meta({
    description:
      'Publish only after a client has approved the post on the page of an approval link. `{}` asks for it, `null` withdraws that. Without the field a change keeps it, and a profile with `approval_required` asks for it.',
    examples: [{ if_late: 'hold' }],
  })
const tags = z
  .array(lineOfText(limits.post.tagCharsMax))
  .max(limits.post.tagsMax)
  .meta({ description: 'To organize and find posts. Not published.' })
const externalId = lineOfText(limits.post.externalIdCharsMax).meta({
  description: 'The ID of the post in your own system, one line of text.',
})

export const postCreate = z
  .strictObject({
    text: text.default(''),
    media: mediaReferences.default([]),
    thread: thread.default([]),
    thread_fallback: threadFallback.default(null),
    targets: targets.optional().meta({
      description: 'One entry for each account. Required unless the post is a draft.',
    }),
    scheduled_at: publishAtOrNextSlot.optional(),
    mode: z.enum(requestModes).optional().meta({
      description:
        '`now` publishes the post immediately. `queue` schedules it for the next free slot in the posting plan of each account, like `scheduled_at: "next_slot"`. The default is `schedule` if `scheduled_at` is set, otherwise `draft`. A draft is not published, and the response explains that in `hint`.',
    }),
    approval: approval.optional(),
    external_id: externalId.optional(),
    metadata: metadata(limits.post.metadataBytesMax).optional(),
    tags: tags.optional(),
    allow_duplicate: z.boolean().optional().meta({
      description:
        'Set it to true to publish content that was already published or scheduled on the same account within the last 24 hours. It is rejected by default.',
    }),
  })
  .meta({
    examples: [
      {
        text: textExample,
        media: [mediaExample],
        targets: [
          { account_id: exampleIds.account },
          { account_id: secondExampleIds.account, text: secondTargetExample.text! },
        ],
        scheduled_at: '2026-11-20T09:00:00Z',
      },
    ],
  })
export type PostCreate = z.infer<typeof postCreate>

export const postUpdate = z
  .strictObject({
    text: text.optional(),
    media: mediaReferences.optional(),
    thread: thread.optional(),
    thread_fallback: threadFallback.optional(),
    targets: targets.optional().meta({ description: 'Replaces all targets of the post.' }),
    scheduled_at: publishAtOrNextSlot.nullable().optional(),
    mode: z.enum(requestModes).optional(),
    approval: approval.optional(),
    external_id: externalId.nullable().optional(),
    metadata: metadata(limits.post.metadataBytesMax).optional(),
    tags: tags.optional(),
    allow_duplicate: z.boolean().optional(),
  })
  .meta({ examples: [{ scheduled_at: '2026-11-20T09:00:00Z' }] })
export type PostUpdate = z.infer<typeof postUpdate>

export const targetResolve = z
  .strictObject({
    platform_post_id: z
      .string()
      .max(128)
      // It becomes part of URLs at the platform.
      .regex(/^[\w-][\w.-]*$/, 'It must contain only letters, digits, _, - and inner periods.')
      .meta({ description: 'The ID of the post on the platform.' }),
  })
  .meta({ examples: [{ platform_post_id: '17981234567890123' }] })

export const postFilters = {
  status: anyOf(postStatuses, 'posts with these statuses')
    .optional()
    .meta({ examples: [['scheduled']] }),
  approval: anyOf(approvalStatuses, 'posts whose approval has these statuses')
    .optional()
    .meta({ examples: [['approved']] }),
  platform: anyOf(platformValues, 'posts for accounts on these platforms').optional(),
  id: idsOf('post', limits.page.max, 'posts with these IDs').optional(),
  account_id: idsOf('account', limits.page.max, 'posts for the accounts with these IDs').optional(),
  media_id: idsOf('media', limits.page.max, 'posts that use these media').optional(),
  search: searchWords(
    'the texts of the post, its thread and its targets, or a first comment',
    'pumpkin latte',
  ).optional(),
  tag: lineOfText(limits.post.tagCharsMax)
    .meta({ description: 'Only posts with this tag.' })
    .optional(),
  external_id: lineOfText(limits.post.externalIdCharsMax)
    .meta({ description: 'Only the posts with this `external_id`.' })
    .optional(),
  repeat_of_post_id: idOf('post')
    .meta({ description: 'Only the repeats of this post.' })
    .optional(),
  from: z.iso.date().optional().meta({ description: 'The first day of `scheduled_at`, in UTC.' }),
  to: z.iso
    .date()
    .optional()
    .meta({ description: 'The last day of `scheduled_at`, in UTC, included in the range.' }),
}
export type PostFilter = FilterOf<typeof postFilters>
