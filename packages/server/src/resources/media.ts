import { z } from 'zod'
import { limits } from '../base/limits.ts'
import { idOf, instant } from './fields.ts'

/** An image or video of one profile, ready to be published. */
export const mediaShape = z
  .object({
    id: idOf('media'),
    object: z.literal('media'),
    profile_id: idOf('profile'),
    type: z.enum(['image', 'video']),
    mime_type: z.string().meta({ description: 'Found in the content, whatever the name says.' }),
    size: z.int().meta({ description: 'In bytes.' }),
    width: z.int().nullable(),
    height: z.int().nullable(),
    duration_ms: z.int().nullable(),
    alt_text: z.string().nullable(),
    status: z.enum(['processing', 'ready', 'failed']),
    error: z.string().nullable(),
    url: z.url().meta({ description: 'Unguessable; whoever has it can read the file.' }),
    thumbnail_url: z.url().nullable(),
    checksum_sha256: z.string(),
    created_at: instant,
  })
  .meta({ id: 'Media' })
export type Media = z.infer<typeof mediaShape>

export const mediaFromUrl = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(limits.media.urlCharsMax),
  alt_text: z.string().max(limits.media.altTextCharsMax).nullable().optional(),
})
