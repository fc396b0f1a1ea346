import { z } from 'zod'
import { atMost, refusal, wrongOptions } from '../findings.ts'
import { checkMedia, type MediaRules } from '../media-rules.ts'
import type { PostContent, PostMedia, PublishFinding } from '../publish.ts'

/** facebook-pages.md §3. */
const textMax = 63_206
const photosMax = 10

/** What a target on a page may say beside its text and media (facebook-pages.md §3). */
export const facebookOptions = z.strictObject({
  /** Shown with its preview under the text. */
  link: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .optional(),
})

/** The document names a size only, so other types are cautions; a page says itself what it takes. */
const photoRules: MediaRules = {
  mimeTypes: ['image/jpeg', 'image/png', 'image/gif'],
  undocumentedMimeTypes: ['image/webp', 'image/bmp', 'image/tiff', 'image/heic', 'image/avif'],
  bytesMax: 4_000_000,
}
const videoRules: MediaRules = {
  mimeTypes: ['video/mp4', 'video/quicktime'],
  undocumentedMimeTypes: ['video/webm', 'video/x-matroska', 'video/x-msvideo', 'video/mpeg'],
  bytesMax: 1_000_000_000,
}

/** What a page would refuse, and what comes close to a limit. */
export function checkFacebook(content: PostContent): PublishFinding[] {
  const { text, media } = content
  const message = `A text on Facebook has at most ${textMax} characters.`
  return [
    ...wrongOptions(facebookOptions, content.options),
    ...checkPresence(content),
    ...atMost({ path: 'text', code: 'text_too_long', message }, textMax, text.length),
    ...checkCount(media),
    ...media.flatMap((each, place) =>
      checkMedia(`media.${place}`, each, each.type === 'image' ? photoRules : videoRules),
    ),
  ]
}

function checkPresence({ text, media, options }: PostContent): PublishFinding[] {
  if (options.link !== undefined && media.length > 0) {
    const message = 'A link is shown under a post without media only.'
    return [refusal({ path: 'options.link', code: 'not_supported', message })]
  }
  if (text.trim() || media.length > 0 || options.link !== undefined) return []
  const message = 'A post without media and without a link needs a text.'
  return [refusal({ path: 'text', code: 'text_required', message })]
}

function checkCount(media: readonly PostMedia[]): PublishFinding[] {
  const path = 'media'
  const videos = media.filter(({ type }) => type === 'video').length
  const photos = media.length - videos
  if (videos > 0 && photos > 0) {
    const message = 'A post on Facebook has one video or photos, not both.'
    return [refusal({ path, code: 'media_mixed', message })]
  }
  if (videos > 1) {
    const message = 'A post on Facebook has one video.'
    return [refusal({ path, code: 'media_count', message }, { limit: 1, actual: videos })]
  }
  const message = `A post on Facebook has at most ${photosMax} photos.`
  return atMost({ path, code: 'media_count', message }, photosMax, photos)
}
