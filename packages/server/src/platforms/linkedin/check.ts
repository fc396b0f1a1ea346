import { checkTextLength, isBlank } from '../contract/check-text.ts'
import { checkMax, checkOptions, errorFinding } from '../contract/findings.ts'
import { checkAltText, checkMedia } from '../contract/media-rules.ts'
import type { PostContent, PublishFinding } from '../contract/publish.ts'
import { linkedinFile, linkedinMedia, linkedinText } from './limits.ts'
import { linkedinOptions } from './options.ts'

/** Refuses what LinkedIn refuses (linkedin.md §4.1, §9). */
export function checkLinkedin(content: PostContent): PublishFinding[] {
  const { media, text } = content
  const where = { path: 'text', subject: 'The text', platform: 'LinkedIn' }
  const { max, altTextMax } = linkedinMedia
  const message = `Too many images. LinkedIn allows ${max} per post.`
  return [
    ...checkOptions(linkedinOptions, content.options),
    ...checkPresence(content),
    ...checkTextLength(where, text, linkedinText),
    ...checkMax({ path: 'media', code: 'media_count', message }, max, media.length),
    ...media.flatMap((file, index) => {
      const path = `media.${index}`
      if (file.type === 'video') {
        const noVideos = 'Videos cannot be published on LinkedIn here. Remove the video.'
        return [errorFinding({ path, code: 'media_type', message: noVideos })]
      }
      return [...checkMedia(path, file, linkedinFile), ...checkAltText(path, file, altTextMax)]
    }),
  ]
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
  const message = 'The post is empty. Add text, images or a link.'
  return [...findings, errorFinding({ path: 'text', code: 'text_required', message })]
}
