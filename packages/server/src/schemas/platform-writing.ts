import { z } from 'zod'
import { linkCardKinds, previewLayouts } from '../core/platform-words.ts'

export const label = z
  .object({ en: z.string(), de: z.string() })
  .meta({ id: 'Label', description: 'A text in each language of the dashboard.' })

export const platformWriting = z
  .object({
    mentions: z.boolean().meta({
      description: 'Whether `@name` in a text mentions somebody. If not, it stays plain text.',
    }),
    mention_help: label.meta({ description: 'How mentions are written.' }),
    link_card: z.enum(linkCardKinds).meta({
      description:
        'When a post without media shows a link card. `first_link`: for the first link in the text. `option`: only if the option for it is set. `none`: never.',
    }),
    hashtags_max: z.int().nullable().meta({
      description: 'The maximum number of hashtags. `null` if none is documented.',
    }),
  })
  .meta({ description: 'What an editor explains while a post is written.' })

export const platformPreview = z.object({
  layout: z.enum(previewLayouts),
  fold_chars: z.int().meta({ description: 'The number of characters shown before “more”.' }),
  fold_lines: z.int(),
  crops_to_first: z.boolean().meta({
    description: 'Whether the ratio of the first file crops the other files.',
  }),
})
