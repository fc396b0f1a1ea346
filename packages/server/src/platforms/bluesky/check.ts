import { checkTextLength, isBlank } from '../contract/check-text.ts'
import { checkMax, checkOptions, errorFinding } from '../contract/findings.ts'
import { checkAltText, checkMedia } from '../contract/media-rules.ts'
import type { PostContent, PostMedia, PublishFinding } from '../contract/publish.ts'
import { shortenLinks } from './facets.ts'
import { blueskyFile, blueskyMedia, blueskyText } from './limits.ts'
import { blueskyOptions } from './options.ts'

/** bluesky.md §3. */
export function checkBluesky(content: PostContent): PublishFinding[] {
  return [
    ...checkOptions(blueskyOptions, content.options),
    ...checkText(content),
    ...checkCard(content),
    ...checkCount(content.media),
    ...content.media.flatMap((each, index) => [
      ...checkMedia(`media.${index}`, each, blueskyFile[each.type]),
      ...checkAltText(`media.${index}`, each, blueskyMedia.altTextMax),
    ]),
  ]
}

function checkText({ text, media, options }: PostContent): PublishFinding[] {
  const path = 'text'
  const isEmpty = isBlank(text) && media.length === 0
  if (isEmpty && options.card_url === undefined && options.quote_url === undefined) {
    const message = 'The post is empty. Add text, media, a link card or a quote.'
    return [errorFinding({ path, code: 'text_required', message })]
  }
  const shown = options.shorten_links === true ? shortenLinks(text).text : text
  return checkTextLength({ path, subject: 'The text', platform: 'Bluesky' }, shown, blueskyText)
}

function checkCard({ media, options }: PostContent): PublishFinding[] {
  const code = 'not_supported'
  if (options.card_url !== undefined) {
    if (media.length === 0) return []
    const message = 'A link card needs a post without media. Remove the card or the media.'
    return [errorFinding({ path: 'options.card_url', code, message })]
  }
  const message = 'The link card has no URL. Set card_url, or remove this option.'
  return ['card_title', 'card_description']
    .filter((name) => options[name] !== undefined)
    .map((name) => errorFinding({ path: `options.${name}`, code, message }))
}

function checkCount(media: readonly PostMedia[]): PublishFinding[] {
  const path = 'media'
  const videos = media.filter(({ type }) => type === 'video').length
  if (videos > 0 && videos < media.length) {
    const message = 'Bluesky does not allow both video and images. Use one video or only images.'
    return [errorFinding({ path, code: 'media_mixed', message })]
  }
  const { max, videosMax } = blueskyMedia
  const message = `Too many files. Bluesky allows ${max} images or one video.`
  const text = { path, code: 'media_count', message }
  if (videos > videosMax) return [errorFinding(text, { limit: videosMax, actual: videos })]
  return checkMax(text, max, media.length)
}
