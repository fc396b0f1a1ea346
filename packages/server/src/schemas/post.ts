import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { postErrorCodes } from './event.ts'
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

/** A post's entry for one account. */
export const targetShape = z
  .object({
    id: idOf('target'),
    object: z.literal('target'),
    account_id: idOf('account'),
    platform: platformValue,
    status: z.enum(targetStatuses).meta({
      description:
        '`unknown`: the platform was asked to publish and gave no answer; see resolve and retry.',
    }),
    text: z.string().nullable().meta({ description: '`null` takes the text of the post.' }),
    media: z.array(mediaReferenceShape).nullable(),
    options: z.record(z.string(), jsonValue),
    first_comment: z.string().nullable(),
    first_comment_status: z.enum(['pending', 'sent', 'failed', 'unknown']).nullable(),
    scheduled_at: instant.nullable(),
    attempts: z.int(),
    next_attempt_at: instant.nullable(),
    platform_post_id: z.string().nullable(),
    permalink: z.string().nullable().meta({
      description: '`null` until the post is published and the network has told its address.',
    }),
    published_at: instant.nullable(),
    error: z
      .object({
        code: z.enum(postErrorCodes),
        source: z.enum(['platform', 'postern']),
        message: z.string(),
        retryable: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: 'Target' })
export type Target = z.infer<typeof targetShape>

export const postShape = z
  .object({
    id: idOf('post'),
    object: z.literal('post'),
    profile_id: idOf('profile'),
    source: z.enum(['api', 'external']).meta({ description: '`external`: made elsewhere.' }),
    status: z.enum(postStatuses).meta({ description: 'Derived from the targets.' }),
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
  .meta({ id: 'Post' })
export type Post = z.infer<typeof postShape>

/** The answer of the creation: the post, and what the caller may have forgotten. */
export const createdPostShape = postShape
  .extend({
    hint: z.string().nullable().meta({
      description:
        'Says that the post is a draft and will not be published, if neither `mode` nor `scheduled_at` was sent; else `null`.',
    }),
  })
  .meta({ id: 'PostCreated' })
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
const when = givenInstant.meta({
  description: 'ISO 8601 with a time zone.',
  examples: ['2026-12-01T09:00:00Z'],
})

const targetInput = z.strictObject({
  account_id: idOf('account'),
  text: text.optional(),
  media: mediaReferences.optional(),
  options: metadata(limits.post.optionsBytesMax).optional(),
  first_comment: z.string().min(1).max(limits.post.firstCommentCharsMax).optional(),
  scheduled_at: when.optional().meta({ description: 'Another time for this account alone.' }),
})
export type TargetInput = z.infer<typeof targetInput>

const targets = z.array(targetInput).min(1).max(limits.post.targetsMax)
const tags = z.array(lineOfText(limits.post.tagCharsMax)).max(limits.post.tagsMax)
const externalId = lineOfText(limits.post.externalIdCharsMax)

export const postCreate = z.strictObject({
  text: text.default(''),
  media: mediaReferences.default([]),
  targets: targets.optional().meta({ description: 'May be missing in a draft alone.' }),
  scheduled_at: when.optional(),
  mode: z.enum(['draft', 'now', 'schedule']).optional().meta({
    description:
      '`schedule` by default with `scheduled_at`, else `draft`: without `mode` and `scheduled_at` nothing is published, and `hint` in the answer says so. `now` publishes at once.',
  }),
  external_id: externalId.optional(),
  metadata: metadata(limits.post.metadataBytesMax).optional(),
  tags: tags.optional(),
  allow_duplicate: z.boolean().optional().meta({
    description: 'Without it the same content to the same account within 24 hours is refused.',
  }),
})
export type PostCreate = z.infer<typeof postCreate>

export const postUpdate = z.strictObject({
  text: text.optional(),
  media: mediaReferences.optional(),
  targets: targets.optional().meta({ description: 'Replaces all targets.' }),
  scheduled_at: when.nullable().optional(),
  mode: z.enum(['draft', 'now', 'schedule']).optional(),
  external_id: externalId.nullable().optional(),
  metadata: metadata(limits.post.metadataBytesMax).optional(),
  tags: tags.optional(),
  allow_duplicate: z.boolean().optional(),
})
export type PostUpdate = z.infer<typeof postUpdate>

const findingShape = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
  limit: z.union([z.number(), z.string()]).nullable(),
  actual: z.union([z.number(), z.string()]).nullable(),
})

/** What a dry run finds: nothing is stored and no platform is asked. */
export const postValidationShape = z
  .object({
    object: z.literal('post_validation'),
    valid: z.boolean(),
    targets: z.array(
      z.object({
        account_id: idOf('account'),
        platform: platformValue,
        valid: z.boolean(),
        errors: z.array(findingShape),
        warnings: z.array(findingShape),
      }),
    ),
  })
  .meta({ id: 'PostValidation' })
export type PostValidation = z.infer<typeof postValidationShape>

export const targetResolve = z.strictObject({
  platform_post_id: z
    .string()
    .max(128)
    // It becomes a part of addresses at the platform.
    .regex(/^[A-Za-z0-9_-]+$/, 'It must be an id: letters, digits, _ and -.')
    .meta({ description: 'The id of the post on the platform, which you found there.' }),
})
