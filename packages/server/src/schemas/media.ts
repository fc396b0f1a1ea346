import { z } from 'zod'
import { limits } from '../core/limits.ts'
import { exampleIds } from './examples.ts'
import {
  anyOf,
  type FilterOf,
  idOf,
  idsOf,
  instant,
  lineOfText,
  searchWords,
  without,
  writtenByOthers,
} from './fields.ts'

export const mediaTypes = ['image', 'video'] as const
export const mediaStatuses = ['processing', 'ready', 'failed'] as const

const urlExample = `https://postern.example.com/media/${exampleIds.media}.mZ4Qk1r7uV9xT2bY6nW8cJ3hL5dF0gSaPqEoRiUtXwB`

/** An image or video of one profile. */
export const mediaShape = z
  .object({
    id: idOf('media'),
    object: z.literal('media'),
    profile_id: idOf('profile'),
    type: z.enum(mediaTypes),
    mime_type: z
      .string()
      .meta({ description: 'Detected from the content. The file name is ignored.' }),
    name: z
      .string()
      .nullable()
      .meta({
        ...writtenByOthers,
        description: 'To find the file: its name when it was uploaded, or another. Not published.',
      }),
    size: z.int().meta({ description: 'The size in bytes.' }),
    width: z.int().nullable().meta({ description: 'In pixels, as displayed.' }),
    height: z.int().nullable().meta({ description: 'In pixels, as displayed.' }),
    duration_ms: z
      .int()
      .nullable()
      .meta({ description: 'The duration in milliseconds. `null` for images.' }),
    alt_text: z
      .string()
      .nullable()
      .meta({
        ...writtenByOthers,
        description:
          'What the file shows, for people who cannot see it. Posts use it unless they have their own.',
      }),
    tags: z
      .array(z.string())
      .meta({ ...writtenByOthers, description: 'To organize and find media. Not published.' }),
    is_used: z.boolean().meta({
      description: 'Whether a post uses it, also one that is published or canceled.',
    }),
    status: z.enum(mediaStatuses).meta({ description: 'Posts can use media that are `ready`.' }),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Why the file cannot be used. `null` unless `failed`.' }),
    url: z.url().meta({ description: 'A secret URL. Anyone who has it can read the file.' }),
    thumbnail_url: z
      .url()
      .nullable()
      .meta({ description: 'A small WebP image, at a secret URL like `url`. `null` for videos.' }),
    jpeg_url: z.url().nullable().meta({
      description:
        'A JPEG copy of a HEIC, at a secret URL like `url`: upright, at most 4,096 pixels per side, without metadata. Browsers show it, and it can be cropped. `null` for other files.',
    }),
    checksum_sha256: z.string().meta({
      description:
        'The checksum of the stored file, from which GPS positions are removed unless `keep_location` was set.',
    }),
    created_at: instant,
  })
  .meta({
    id: 'Media',
    examples: [
      {
        id: exampleIds.media,
        object: 'media',
        profile_id: exampleIds.profile,
        type: 'image',
        mime_type: 'image/jpeg',
        name: 'pumpkin-latte.jpg',
        size: 482_113,
        width: 1_080,
        height: 1_350,
        duration_ms: null,
        alt_text: 'A pumpkin latte with cinnamon on a wooden table',
        tags: ['winter-menu'],
        is_used: true,
        status: 'ready',
        error: null,
        url: `${urlExample}/${exampleIds.media}.jpg`,
        thumbnail_url: `${urlExample}/thumbnail.webp`,
        jpeg_url: null,
        checksum_sha256: '3b1f0b6c8f4c2f6f8a7c1f6e5d4c3b2a19080706050403020100f0e0d0c0b0a0',
        created_at: '2026-11-18T09:58:00.000Z',
      },
    ],
  })
export type Media = z.infer<typeof mediaShape>

const altText = z
  .string()
  .max(limits.media.altTextCharsMax)
  .check(without(/\0/, 'It must not contain the NUL character.'))
  .meta({ description: 'Alt text: what the file shows, for people who cannot see it.' })

const keepLocationDescription =
  'Set it to true to keep the GPS positions in the metadata of the file. By default they are removed before the file is stored.'

export const mediaFromUrl = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/ })
      .max(limits.media.urlCharsMax)
      .meta({
        description: 'A public https URL of the file. Up to 3 redirects are followed.',
        examples: ['https://www.cafe-aurora.example/photos/pumpkin-latte.jpg'],
      }),
    alt_text: altText.nullable().optional(),
    keep_location: z
      .boolean()
      .optional()
      .meta({ description: keepLocationDescription, default: false }),
  })
  .meta({
    examples: [
      {
        url: 'https://www.cafe-aurora.example/photos/pumpkin-latte.jpg',
        alt_text: 'A pumpkin latte with cinnamon on a wooden table',
      },
    ],
  })
export type MediaFromUrl = z.infer<typeof mediaFromUrl>

/** The fields of an upload form, without the file. */
export const mediaFormFields = z.strictObject({
  alt_text: altText.optional(),
  keep_location: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: keepLocationDescription, default: 'false' }),
})

export const mediaForm = mediaFormFields.extend({
  file: z
    .string()
    .meta({ format: 'binary', description: 'The image or video. Its file name is ignored.' }),
})

export const mediaUpdate = z
  .strictObject({
    name: lineOfText(limits.media.nameCharsMax)
      .nullable()
      .optional()
      .meta({ description: 'To find the file, one line of text. Not published.' }),
    alt_text: altText.nullable().optional(),
    tags: z
      .array(lineOfText(limits.post.tagCharsMax))
      .max(limits.post.tagsMax)
      .optional()
      .meta({ description: 'To organize and find media. Replaces all tags. Not published.' }),
  })
  .meta({
    examples: [
      { alt_text: 'A pumpkin latte with cinnamon on a wooden table', tags: ['winter-menu'] },
    ],
  })
export type MediaUpdate = z.infer<typeof mediaUpdate>

export const mediaUsageShape = z
  .object({
    object: z.literal('media_usage'),
    profile_id: idOf('profile')
      .nullable()
      .meta({ description: 'The profile that was counted. `null` for all that you can see.' }),
    count: z.int().meta({ description: 'The number of files.' }),
    bytes: z.int().meta({ description: 'Their bytes together, without thumbnails and copies.' }),
    bytes_max: z.int().nullable().meta({
      description:
        'The limit of the profile, or of the owner for all profiles. `null` if you can see several profiles but not all.',
    }),
  })
  .meta({
    id: 'MediaUsage',
    examples: [
      {
        object: 'media_usage',
        profile_id: exampleIds.profile,
        count: 214,
        bytes: 812_113_408,
        bytes_max: 274_877_906_944,
      },
    ],
  })
export type MediaUsage = z.infer<typeof mediaUsageShape>

export const deletedMediaShape = z
  .object({
    id: idOf('media'),
    object: z.literal('media'),
    profile_id: idOf('profile'),
    deleted: z.literal(true),
  })
  .meta({
    id: 'MediaDeleted',
    examples: [
      { id: exampleIds.media, object: 'media', profile_id: exampleIds.profile, deleted: true },
    ],
  })

export const mediaFilters = {
  id: idsOf('media', limits.page.max, 'media with these IDs').optional(),
  type: anyOf(mediaTypes, 'media of these types').optional(),
  status: anyOf(mediaStatuses, 'media with these statuses').optional(),
  search: searchWords('the name or the alt text', 'latte').optional(),
  used: z
    .enum(['true', 'false'])
    .meta({
      description: '`true`: only media that a post uses. `false`: only media that none uses.',
    })
    .optional(),
  tag: lineOfText(limits.post.tagCharsMax)
    .meta({ description: 'Only media with this tag.' })
    .optional(),
}
export type MediaFilter = FilterOf<typeof mediaFilters>
