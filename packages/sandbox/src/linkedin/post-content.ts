import { z } from 'zod'
import type { Post } from '../core/content.ts'
import type { Sandbox } from '../core/sandbox.ts'
import { badInput } from './errors.ts'
import { mediaOf } from './images.ts'

const IMAGES_MIN = 2
const IMAGES_MAX = 20
const ALT_MAX = 4_086

const altText = z.string().max(ALT_MAX).optional()
export const postBody = z.object({
  author: z.string().regex(/^urn:li:(person|organization):[\w-]+$/),
  commentary: z.string().default(''),
  visibility: z.enum(['PUBLIC', 'CONNECTIONS', 'LOGGED_IN']),
  distribution: z.object({ feedDistribution: z.enum(['MAIN_FEED', 'NONE']) }),
  content: z
    .strictObject({
      media: z.object({ id: z.string(), altText, title: z.string().optional() }),
      multiImage: z.object({ images: z.array(z.object({ id: z.string(), altText })) }),
      article: z.object({
        source: z.url({ protocol: /^https?$/ }),
        title: z.string().optional(),
        description: z.string().optional(),
        thumbnail: z.string().optional(),
      }),
    })
    .partial()
    .optional(),
  lifecycleState: z.literal('PUBLISHED'),
})
type PostBody = z.infer<typeof postBody>

type Shown = Pick<Post, 'media_type'> & Partial<Post>

/** What a post shows besides its text; throws for content that LinkedIn refuses (linkedin.md §4.1). */
export function contentOf(sandbox: Sandbox, { author, commentary, content = {} }: PostBody): Shown {
  const kinds = Object.keys(content)
  if (kinds.length > 1) throw badInput('INVALID_CONTENT_TYPE', 'Only one kind of content.')
  const { media, multiImage, article } = content
  if (media) {
    const media_ids = [mediaOf(sandbox, media.id, author)]
    const media_type = media.id.startsWith('urn:li:video:') ? 'VIDEO' : 'IMAGE'
    return { media_type, media_ids, facts: altOf([media.altText]) }
  }
  if (multiImage) {
    const { images } = multiImage
    if (images.length < IMAGES_MIN || images.length > IMAGES_MAX) {
      throw badInput('INVALID_VALUE_FOR_FIELD', 'A multi-image post has 2 to 20 images.')
    }
    if (images.some(({ id }) => !id.startsWith('urn:li:image:'))) {
      throw badInput('INVALID_IMAGE_ID', 'A multi-image post has images only.')
    }
    const media_ids = images.map(({ id }) => mediaOf(sandbox, id, author))
    const facts = altOf(images.map((image) => image.altText))
    return { media_type: 'MULTI_IMAGE', media_ids, facts }
  }
  if (article) {
    const { source, title = '', description = '', thumbnail } = article
    const media_ids = thumbnail ? [mediaOf(sandbox, thumbnail, author)] : []
    return { media_type: 'ARTICLE', title, media_ids, facts: { link: source, description } }
  }
  if (commentary.trim() === '') throw badInput('MISSING_FIELD', 'The post is empty.')
  return { media_type: 'TEXT' }
}

function altOf(texts: readonly (string | undefined)[]): Record<string, string> {
  return texts.some(Boolean) ? { alt_text: texts.map((text) => text ?? '').join('|') } : {}
}
