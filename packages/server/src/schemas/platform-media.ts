import { z } from 'zod'

const fileRules = z
  .object({
    type: z.enum(['image', 'video']),
    post: z.string().nullable().meta({
      description:
        'The platform’s name for the kind of post that the rules apply to. `null` means every kind.',
    }),
    formats: z.array(z.string()).meta({ description: 'MIME types.' }),
    converted: z.boolean().meta({
      description:
        'Whether an image beyond `formats`, `bytes_max`, `short_side_max` or `long_side_max` is published as a JPEG copy within them. The original is kept.',
    }),
    undocumented_formats: z.array(z.string()).meta({
      description: 'MIME types that the platform usually accepts without documenting it.',
    }),
    bytes_max: z.int(),
    ratio_min: z.number().nullable().meta({ description: 'The smallest width divided by height.' }),
    ratio_max: z.number().nullable(),
    seconds_min: z.number().nullable(),
    seconds_max: z.number().nullable(),
    width_max: z.int().nullable(),
    side_min: z
      .int()
      .nullable()
      .meta({ description: 'The minimum number of pixels of each side.' }),
    short_side_max: z.int().nullable(),
    long_side_max: z.int().nullable(),
    pixels_max: z.int().nullable().meta({ description: 'The maximum of width times height.' }),
    frame_rate_min: z.number().nullable().meta({ description: 'Frames per second.' }),
    frame_rate_max: z.number().nullable(),
  })
  .meta({ id: 'PlatformFileRules' })

/** The limits of a post's media. */
export const platformMedia = z
  .object({
    max: z.int(),
    videos_max: z.int(),
    mixed: z.boolean().meta({ description: 'Whether a post can have both images and videos.' }),
    required: z.boolean().meta({ description: 'Whether every post needs an image or video.' }),
    alt_text_max: z.int().nullable(),
    files: z.array(fileRules),
  })
  .meta({ id: 'PlatformMedia' })
export type PlatformMedia = z.infer<typeof platformMedia>
