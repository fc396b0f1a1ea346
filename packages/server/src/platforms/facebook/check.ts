import { checkMax, checkOptions, errorFinding } from '../findings.ts'
import { checkMedia } from '../media-rules.ts'
import type { PostContent, PostMedia, PublishFinding } from '../publish.ts'
import { textLength } from '../text-length.ts'
import { facebookFile, facebookMedia, facebookText } from './limits.ts'
import { facebookOptions } from './options.ts'

export function checkFacebook(content: PostContent): PublishFinding[] {
  const { text, media } = content
  const { max, unit } = facebookText
  const message = `A text on Facebook has at most ${max} characters.`
  return [
    ...checkOptions(facebookOptions, content.options),
    ...checkPresence(content),
    ...checkMax({ path: 'text', code: 'text_too_long', message }, max, textLength(text, unit)),
    ...checkCount(media),
    ...media.flatMap((each, place) => checkMedia(`media.${place}`, each, facebookFile[each.type])),
  ]
}

function checkPresence({ text, media, options }: PostContent): PublishFinding[] {
  if (options.link !== undefined && media.length > 0) {
    const message = 'A link is shown under a post without media only.'
    return [errorFinding({ path: 'options.link', code: 'not_supported', message })]
  }
  if (text.trim() || media.length > 0 || options.link !== undefined) return []
  const message = 'A post without media and without a link needs a text.'
  return [errorFinding({ path: 'text', code: 'text_required', message })]
}

function checkCount(media: readonly PostMedia[]): PublishFinding[] {
  const path = 'media'
  const videos = media.filter(({ type }) => type === 'video').length
  const photos = media.length - videos
  if (videos > 0 && photos > 0) {
    const message = 'A post on Facebook has one video or photos, not both.'
    return [errorFinding({ path, code: 'media_mixed', message })]
  }
  if (videos > 1) {
    const message = 'A post on Facebook has one video.'
    return [errorFinding({ path, code: 'media_count', message }, { limit: 1, actual: videos })]
  }
  const { max } = facebookMedia
  const message = `A post on Facebook has at most ${max} photos.`
  return checkMax({ path, code: 'media_count', message }, max, photos)
}
