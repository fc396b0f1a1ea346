import { z } from 'zod'
import { instant, writtenByOthers } from './fields.ts'

const published = {
  number: z.int().meta({
    description: 'The place in the thread: 1 is the post itself, 2 the first entry of `thread`.',
  }),
  platform_post_id: z.string().meta({
    ...writtenByOthers,
    description: 'The ID of the part on the platform.',
  }),
  permalink: z
    .string()
    .nullable()
    .meta({
      ...writtenByOthers,
      description: 'The public URL. `null` until the platform has reported it.',
    }),
  published_at: instant,
}

/** A part of a target that became public, as events carry it. */
export const publishedPartShape = z.object(published).meta({ id: 'PublishedPart' })
export type PublishedPart = z.infer<typeof publishedPartShape>

/** A part of a target that became public. */
export const partShape = z
  .object({
    ...published,
    deleted_at: instant.nullable().meta({ description: 'When it was deleted from the platform.' }),
  })
  .meta({ id: 'Part' })
export type Part = z.infer<typeof partShape>
