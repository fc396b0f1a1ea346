import { checkTextLength, isBlank } from '../contract/check-text.ts'
import { checkMax, checkOptions, errorFinding } from '../contract/findings.ts'
import { checkAltText, checkMedia } from '../contract/media-rules.ts'
import type { PostContent, PostMedia, PublishFinding } from '../contract/publish.ts'
import { linkedinFile, linkedinMedia, linkedinText } from './limits.ts'
import { linkedinOptions } from './options.ts'

/** Refuses what LinkedIn refuses (linkedin.md §4.1, §9). */
export function checkLinkedin(content: PostContent): PublishFinding[] {
  const { media, text } = content
  const where = { path: 'text', subject: 'The text', platform: 'LinkedIn' }
  return [
    ...checkOptions(linkedinOptions, content.options),
    ...checkPresence(content),
    ...checkTextLength(where, text, linkedinText),
    ...checkCount(media),
    ...media.flatMap((file, index) => {
      const path = `media.${index}`
      const findings = checkMedia(path, file, linkedinFile[file.type])
      return [...findings, ...checkAltText(path, file, linkedinMedia.altTextMax)]
    }),
  ]
}

function checkCount(media: readonly PostMedia[]): PublishFinding[] {
  const path = 'media'
  const videos = media.filter(({ type }) => type === 'video').length
  const images = media.length - videos
  if (videos > 0 && images > 0) {
    const message = 'LinkedIn does not allow both video and images. Use one video or only images.'
    return [errorFinding({ path, code: 'media_mixed', message })]
  }
  const code = 'media_count'
  if (videos > 1) {
    const message = 'LinkedIn allows one video per post. Remove the others.'
    return [errorFinding({ path, code, message }, { limit: 1, actual: videos })]
  }
  const { max } = linkedinMedia
  const message = `Too many images. LinkedIn allows ${max} per post.`
  return checkMax({ path, code, message }, max, images)
}

function checkPresence({ text, media, options }: PostContent): PublishFinding[] {
  if (options.link !== undefined && media.length > 0) {
    const message = 'A link preview needs a post without media. Remove the link or the media.'
    return [errorFinding({ path: 'options.link', code: 'not_supported', message })]
  }
  const loose = (['link_title', 'link_description'] as const).filter(
    (name) => options.link === undefined && options[name] !== undefined,
  )
  const findings = loose.map((name) => {
    const message = 'There is no link. Set link, or remove this option.'
    return errorFinding({ path: `options.${name}`, code: 'not_supported', message })
  })
  if (!isBlank(text) || media.length > 0 || options.link !== undefined) return findings
  const message = 'The post is empty. Add text, media or a link.'
  return [...findings, errorFinding({ path: 'text', code: 'text_required', message })]
}
