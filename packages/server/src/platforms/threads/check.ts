import { checkTextLength, isBlank } from '../contract/check-text.ts'
import { checkMax, checkOptions, errorFinding } from '../contract/findings.ts'
import { checkAltText, checkMedia } from '../contract/media-rules.ts'
import type { PostContent, PublishFinding } from '../contract/publish.ts'
import { threadsFile, threadsMedia, threadsText } from './limits.ts'
import { threadsOptions } from './options.ts'

/** threads.md §3.6. */
const linksMax = 5

/** threads.md §3.1, §3.6. */
export function checkThreads(content: PostContent): PublishFinding[] {
  const { media } = content
  const count = `Too many files. Threads allows ${threadsMedia.max} images and videos.`
  return [
    ...checkOptions(threadsOptions, content.options),
    ...checkText(content),
    ...checkLinks(content),
    ...checkMax(
      { path: 'media', code: 'media_count', message: count },
      threadsMedia.max,
      media.length,
    ),
    ...media.flatMap((each, index) => [
      ...checkMedia(`media.${index}`, each, threadsFile[each.type]),
      ...checkAltText(`media.${index}`, each, threadsMedia.altTextMax),
    ]),
  ]
}

function checkText({ text, media }: PostContent): PublishFinding[] {
  const path = 'text'
  if (media.length === 0 && isBlank(text)) {
    const message = 'The post is empty. Add text or media.'
    return [errorFinding({ path, code: 'text_required', message })]
  }
  return checkTextLength({ path, subject: 'The text', platform: 'Threads' }, text, threadsText)
}

function checkLinks({ text, media, options }: PostContent): PublishFinding[] {
  const attached = threadsOptions.safeParse(options).data?.link_attachment
  const links = new Set(text.match(/https?:\/\/\S+/gi) ?? [])
  if (attached) links.add(attached)
  const rule = `Too many links. Threads allows ${linksMax} different ones.`
  const findings =
    links.size > linksMax
      ? checkMax({ path: 'text', code: 'too_many_links', message: rule }, linksMax, links.size)
      : []
  if (!attached || media.length === 0) return findings
  const message =
    'A link can only be attached to a post without media. Remove the link or the media.'
  const path = 'options.link_attachment'
  return [...findings, errorFinding({ path, code: 'not_supported', message })]
}
