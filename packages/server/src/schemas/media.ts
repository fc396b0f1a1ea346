import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { idOf, instant, without } from './fields.ts'

export const mediaTypes = ['image', 'video'] as const
export const mediaStatuses = ['processing', 'ready', 'failed'] as const

/** An image or video of one profile, ready to be published. */
export const mediaShape = z
  .object({
    id: idOf('media'),
    object: z.literal('media'),
    profile_id: idOf('profile'),
    type: z.enum(mediaTypes),
    mime_type: z.string().meta({ description: 'Found in the content, whatever the name says.' }),
    size: z.int().meta({ description: 'In bytes.' }),
    width: z.int().nullable(),
    height: z.int().nullable(),
    duration_ms: z.int().nullable(),
    alt_text: z.string().nullable(),
    status: z.enum(mediaStatuses),
    error: z.string().nullable(),
    url: z.url().meta({ description: 'Unguessable; whoever has it can read the file.' }),
    thumbnail_url: z.url().nullable(),
    checksum_sha256: z.string().meta({
      description: 'Of the stored file: without GPS positions unless `keep_location` was set.',
    }),
    created_at: instant,
  })
  .meta({ id: 'Media' })
export type Media = z.infer<typeof mediaShape>

const altText = z
  .string()
  .max(limits.media.altTextCharsMax)
  .check(without(/\0/, 'It must not contain the NUL character.'))
  .meta({ description: 'What the file shows, for people who do not see it.' })

const keepsLocation =
  'GPS positions in the metadata of the file are removed before it is stored, unless this is true.'

export const mediaFromUrl = z.strictObject({
  url: z
    .url({ protocol: /^https?$/ })
    .max(limits.media.urlCharsMax)
    .meta({
      description: 'A public https address; at most 3 redirects are followed.',
      examples: ['https://www.example.com/photo.jpg'],
    }),
  alt_text: altText.nullable().optional(),
  keep_location: z.boolean().optional().meta({ description: keepsLocation, default: false }),
})
export type MediaFromUrl = z.infer<typeof mediaFromUrl>

/** The fields of a form beside its file. */
export const mediaFormFields = z.strictObject({
  alt_text: altText.optional(),
  keep_location: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: keepsLocation, default: 'false' }),
})

export const mediaForm = mediaFormFields.extend({
  file: z.string().meta({ format: 'binary', description: 'The file; its name does not matter.' }),
})

export const deletedMediaShape = z
  .object({
    id: idOf('media'),
    object: z.literal('media'),
    profile_id: idOf('profile'),
    deleted: z.literal(true),
  })
  .meta({ id: 'MediaDeleted' })
