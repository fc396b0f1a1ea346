import { isBlank } from '../contract/check-text.ts'
import { checkMax, checkOptions, errorFinding } from '../contract/findings.ts'
import { checkMedia } from '../contract/media-rules.ts'
import type { PostContent, PostMedia, PublishFinding } from '../contract/publish.ts'
import { textLength } from '../contract/text-length.ts'
import { facebookFile, facebookMedia, facebookText } from './limits.ts'
import { facebookOptions } from './options.ts'

export function checkFacebook(content: PostContent): PublishFinding[] {
  const { text, media } = content
  const { max } = facebookText
  const message = `The text is too long. Facebook allows ${max} characters.`
  return [
    ...checkOptions(facebookOptions, content.options),
    ...checkPresence(content),
    ...checkMax(
      { path: 'text', code: 'text_too_long', message },
      max,
      textLength(text, facebookText),
    ),
    ...checkCount(media),
    ...media.flatMap((each, index) => checkMedia(`media.${index}`, each, facebookFile[each.type])),
  ]
}

function checkPresence({ text, media, options }: PostContent): PublishFinding[] {
  if (options.link !== undefined && media.length > 0) {
    const message = 'A link preview needs a post without media. Remove the link or the media.'
    return [errorFinding({ path: 'options.link', code: 'not_supported', message })]
  }
  if (!isBlank(text) || media.length > 0 || options.link !== undefined) return []
  const message = 'The post is empty. Add text, media or a link.'
  return [errorFinding({ path: 'text', code: 'text_required', message })]
}

function checkCount(media: readonly PostMedia[]): PublishFinding[] {
  const path = 'media'
  const videos = media.filter(({ type }) => type === 'video').length
  const photos = media.length - videos
  if (videos > 0 && photos > 0) {
    const message = 'Facebook does not allow both video and photos. Use one video or only photos.'
    return [errorFinding({ path, code: 'media_mixed', message })]
  }
  if (videos > 1) {
    const message = 'Facebook allows one video per post. Remove the others.'
    return [errorFinding({ path, code: 'media_count', message }, { limit: 1, actual: videos })]
  }
  const { max } = facebookMedia
  const message = `Too many photos. Facebook allows ${max} per post.`
  return checkMax({ path, code: 'media_count', message }, max, photos)
}
