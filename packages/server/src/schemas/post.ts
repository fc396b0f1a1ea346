import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { postErrorCodes } from './event.ts'
import { exampleIds, exampleOf } from './examples.ts'
import {
  givenInstant,
  idOf,
  instant,
  jsonValue,
  lineOfText,
  metadata,
  platformValue,
} from './fields.ts'

export const postStatuses = [
  'draft',
  'scheduled',
  'publishing',
  'published',
  'partially_published',
  'failed',
  'canceled',
] as const
export const targetStatuses = [
  'draft',
  'scheduled',
  'publishing',
  'published',
  'failed',
  'unknown',
  'canceled',
] as const

const mediaReferenceShape = z.object({ id: idOf('media'), alt_text: z.string().nullable() })

const textExample = 'The pumpkin latte is back at Café Aurora! 🎃'
const commentExample = 'Open daily from 8 to 18 #cafeaurora'
const mediaExample = {
  id: exampleIds.media,
  alt_text: 'A pumpkin latte with cinnamon on a wooden table',
}

/** The entry of a post for one account. */
export const targetShape = z
  .object({
    id: idOf('target'),
    object: z.literal('target'),
    account_id: idOf('account'),
    platform: platformValue,
    status: z.enum(targetStatuses).meta({
      description:
        '`unknown`: the request to publish was sent, but no response arrived. Check whether the post is on the platform, then resolve or retry the target.',
    }),
    text: z.string().nullable().meta({ description: '`null` uses the text of the post.' }),
    media: z
      .array(mediaReferenceShape)
      .nullable()
      .meta({ description: '`null` uses the media of the post.' }),
    options: z.record(z.string(), jsonValue),
    first_comment: z.string().nullable(),
    first_comment_status: z.enum(['pending', 'sent', 'failed', 'unknown']).nullable(),
    scheduled_at: instant.nullable(),
    attempts: z.int(),
    next_attempt_at: instant.nullable(),
    platform_post_id: z.string().nullable(),
    permalink: z.string().nullable().meta({
      description:
        'The public URL. `null` until the post is published and the platform has reported it.',
    }),
    published_at: instant.nullable(),
    deleted_at: instant.nullable().meta({ description: 'When it was deleted from the platform.' }),
    failed_at: instant.nullable().meta({ description: 'When it failed; `null` unless `failed`.' }),
    error: z
      .object({
        code: z.enum(postErrorCodes),
        source: z.enum(['platform', 'postern']),
        message: z.string(),
        retryable: z.boolean(),
      })
      .nullable(),
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
        options: {},
        first_comment: commentExample,
        first_comment_status: 'pending',
        scheduled_at: '2026-11-20T09:00:00.000Z',
        attempts: 0,
        next_attempt_at: null,
        platform_post_id: null,
        permalink: null,
        published_at: null,
        deleted_at: null,
        failed_at: null,
        error: null,
      },
    ],
  })
export type Target = z.infer<typeof targetShape>

export const postShape = z
  .object({
    id: idOf('post'),
    object: z.literal('post'),
    profile_id: idOf('profile'),
    source: z.enum(['api', 'external']).meta({
      description: '`external`: published outside this service and imported from the platform.',
    }),
    status: z.enum(postStatuses).meta({ description: 'Derived from the status of the targets.' }),
    mode: z.enum(['draft', 'now', 'schedule']),
    text: z.string(),
    media: z.array(mediaReferenceShape),
    scheduled_at: instant.nullable(),
    published_at: instant.nullable(),
    external_id: z.string().nullable(),
    metadata: z.record(z.string(), jsonValue),
    tags: z.array(z.string()),
    targets: z.array(targetShape),
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
        scheduled_at: '2026-11-20T09:00:00.000Z',
        published_at: null,
        external_id: 'campaign-winter-1',
        metadata: {},
        tags: ['winter-menu'],
        targets: [exampleOf(targetShape)],
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
  .meta({ id: 'PostCreated', examples: [{ ...exampleOf(postShape), hint: null }] })
export type CreatedPost = z.infer<typeof createdPostShape>

const text = z.string().max(limits.post.textCharsMax)
const mediaReferences = z
  .array(
    z.strictObject({
      id: idOf('media'),
      alt_text: z.string().max(limits.media.altTextCharsMax).nullable().optional(),
    }),
  )
  .max(limits.post.mediaMax)
const publishAt = givenInstant.meta({
  description: 'When to publish: ISO 8601 with a time zone.',
  examples: ['2026-11-20T09:00:00Z'],
})

const targetInput = z.strictObject({
  account_id: idOf('account'),
  text: text.optional(),
  media: mediaReferences.optional(),
  options: metadata(limits.post.optionsBytesMax).optional(),
  first_comment: z.string().min(1).max(limits.post.firstCommentCharsMax).optional(),
  scheduled_at: publishAt.optional().meta({ description: 'Another time for this account only.' }),
})
export type TargetInput = z.infer<typeof targetInput>

const targets = z.array(targetInput).min(1).max(limits.post.targetsMax)
const tags = z.array(lineOfText(limits.post.tagCharsMax)).max(limits.post.tagsMax)
const externalId = lineOfText(limits.post.externalIdCharsMax)

export const postCreate = z
  .strictObject({
    text: text.default(''),
    media: mediaReferences.default([]),
    targets: targets.optional().meta({ description: 'Required unless the post is a draft.' }),
    scheduled_at: publishAt.optional(),
    mode: z.enum(['draft', 'now', 'schedule']).optional().meta({
      description:
        '`now` publishes the post immediately. The default is `schedule` if `scheduled_at` is set, otherwise `draft`. A draft is not published, and the response explains that in `hint`.',
    }),
    external_id: externalId.optional(),
    metadata: metadata(limits.post.metadataBytesMax).optional(),
    tags: tags.optional(),
    allow_duplicate: z.boolean().optional().meta({
      description:
        'Set it to true to publish content that the same account published within the last 24 hours. It is rejected by default.',
    }),
  })
  .meta({
    examples: [
      {
        text: textExample,
        media: [mediaExample],
        targets: [{ account_id: exampleIds.account, first_comment: commentExample }],
        scheduled_at: '2026-11-20T09:00:00Z',
        external_id: 'campaign-winter-1',
        tags: ['winter-menu'],
      },
    ],
  })
export type PostCreate = z.infer<typeof postCreate>

export const postUpdate = z
  .strictObject({
    text: text.optional(),
    media: mediaReferences.optional(),
    targets: targets.optional().meta({ description: 'Replaces all targets of the post.' }),
    scheduled_at: publishAt.nullable().optional(),
    mode: z.enum(['draft', 'now', 'schedule']).optional(),
    external_id: externalId.nullable().optional(),
    metadata: metadata(limits.post.metadataBytesMax).optional(),
    tags: tags.optional(),
    allow_duplicate: z.boolean().optional(),
  })
  .meta({ examples: [{ text: textExample, scheduled_at: '2026-11-21T08:30:00Z' }] })
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
