import { checkTextLength } from '../contract/check-text.ts'
import { checkMax, checkOptions, errorFinding } from '../contract/findings.ts'
import { checkMedia } from '../contract/media-rules.ts'
import type { PostContent, PostMedia, PublishFinding } from '../contract/publish.ts'
import { tagsMax, youtubeFile, youtubeText } from './limits.ts'
import { tagsLength, tagsOf, type YoutubeOptions, youtubeOptions } from './options.ts'

const brackets = /[<>]/

/** Refuses what YouTube refuses; nothing is removed from a text (youtube.md §4.3). */
export function checkYoutube(content: PostContent): PublishFinding[] {
  const parsed = youtubeOptions.safeParse(content.options)
  return [
    ...checkOptions(youtubeOptions, content.options),
    ...(parsed.success ? checkRequired(parsed.data) : []),
    ...checkDescription(content.text),
    ...checkCount(content.media),
    ...content.media.flatMap((file, index) =>
      checkMedia(`media.${index}`, file, youtubeFile[file.type]),
    ),
  ]
}

function checkRequired(options: YoutubeOptions): PublishFinding[] {
  const findings: PublishFinding[] = []
  const { title = '', audience } = options
  const path = 'options.title'
  if (title.trim() === '') {
    const message = 'A video needs a title. Set the option title.'
    findings.push(errorFinding({ path, code: 'required', message }))
  }
  if (brackets.test(title)) {
    const message = 'The title contains < or >, which YouTube refuses. Remove them.'
    findings.push(errorFinding({ path, code: 'option_invalid', message }))
  }
  if (!audience) {
    const message = 'YouTube asks for every video whether it is made for kids. Set audience.'
    findings.push(errorFinding({ path: 'options.audience', code: 'required', message }))
  }
  const tags = {
    path: 'options.tags',
    code: 'text_too_long',
    message: `The tags are too long. YouTube allows ${tagsMax} characters in all.`,
  }
  return [...findings, ...checkMax(tags, tagsMax, tagsLength(tagsOf(options)))]
}

function checkDescription(text: string): PublishFinding[] {
  const where = { path: 'text', subject: 'The description', platform: 'YouTube' }
  const findings = checkTextLength(where, text, youtubeText)
  if (!brackets.test(text)) return findings
  const message = 'The description contains < or >, which YouTube refuses. Remove them.'
  return [...findings, errorFinding({ path: 'text', code: 'text_invalid', message })]
}

function checkCount(media: readonly PostMedia[]): PublishFinding[] {
  const path = 'media'
  const videos = media.filter(({ type }) => type === 'video').length
  const images = media.length - videos
  if (videos === 0) {
    const message = 'YouTube has only videos. Add one.'
    return [errorFinding({ path, code: 'media_required', message }, { limit: 1, actual: 0 })]
  }
  const code = 'media_count'
  if (videos > 1) {
    const message = 'YouTube allows one video per post. Remove the others.'
    return [errorFinding({ path, code, message }, { limit: 1, actual: videos })]
  }
  if (images > 1) {
    const message = 'The image of a post is the thumbnail of its video. Use one image only.'
    return [errorFinding({ path, code, message }, { limit: 1, actual: images })]
  }
  return []
}
