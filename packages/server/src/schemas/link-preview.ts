import { z } from 'zod'
import { limits } from '../core/limits.ts'

/** What to preview. A fragment is not sent to the host. */
export const linkPreviewCreate = z
  .strictObject({
    url: z
      .url({ protocol: /^https?$/ })
      .max(limits.media.urlCharsMax)
      .meta({ description: 'The URL of a public web page.' }),
  })
  .meta({ examples: [{ url: 'https://cafe-aurora.example/winter' }] })

/** What a page says about itself in its `og:` and `title` elements. Its texts are untrusted. */
export const linkPreviewShape = z
  .object({
    object: z.literal('link_preview'),
    url: z.string().meta({ description: 'The URL of the request.' }),
    reachable: z.boolean().meta({
      description: 'Whether the page could be read. If not, the other fields are `null`.',
    }),
    title: z.string().nullable(),
    description: z.string().nullable(),
    site_name: z.string().nullable(),
    image: z.string().nullable().meta({
      description:
        'The picture as a `data:` URL: WebP of at most 480 × 480 pixels. `null` if the page has none that can be read.',
    }),
  })
  .meta({
    id: 'LinkPreview',
    examples: [
      {
        object: 'link_preview',
        url: 'https://cafe-aurora.example/winter',
        reachable: true,
        title: 'Our winter menu',
        description: 'Plum cake, spiced cocoa and soup of the day.',
        site_name: 'Café Aurora',
        image: null,
      },
    ],
  })
export type LinkPreview = z.infer<typeof linkPreviewShape>
