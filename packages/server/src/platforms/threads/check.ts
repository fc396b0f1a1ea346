import { atMost, caution, refusal, wrongOptions } from '../findings.ts'
import { checkAltText, checkMedia, type MediaRules } from '../media-rules.ts'
import type { PostContent, PublishFinding } from '../publish.ts'
import { threadsOptions } from './options.ts'

/** threads.md §3.6. */
const textMax = 500
const linksMax = 5
const mediaMax = 20
const altTextMax = 1_000

const imageRules: MediaRules = {
  mimeTypes: ['image/jpeg', 'image/png'],
  undocumentedMimeTypes: ['image/webp'],
  bytesMax: 8_000_000,
  ratioMax: 10,
  ratioText: '10:1 at most',
}
const videoRules: MediaRules = {
  mimeTypes: ['video/mp4', 'video/quicktime'],
  bytesMax: 1_000_000_000,
  ratioMin: 0.01,
  ratioMax: 10,
  ratioText: '0.01:1 to 10:1',
  secondsMax: 300,
  widthMax: 1_920,
}

/** What Threads would refuse, and what comes close to a limit (threads.md §3.1, §3.6). */
export function checkThreads(content: PostContent): PublishFinding[] {
  const { media } = content
  const count = `A post on Threads has at most ${mediaMax} images and videos.`
  return [
    ...wrongOptions(threadsOptions, content.options),
    ...checkText(content),
    ...checkLinks(content),
    ...atMost({ path: 'media', code: 'media_count', message: count }, mediaMax, media.length),
    ...media.flatMap((each, place) => [
      ...checkMedia(`media.${place}`, each, each.type === 'image' ? imageRules : videoRules),
      ...checkAltText(`media.${place}`, each, altTextMax),
    ]),
  ]
}

/**
 * The document says characters with emoji counted as bytes, which is the error here. Clients have
 * seen posts refused above 500 bytes of UTF-8, which is a warning (threads.md §3.6, conflict).
 */
function checkText({ text, media }: PostContent): PublishFinding[] {
  const path = 'text'
  if (media.length === 0 && !text.trim()) {
    const message = 'A post without media needs a text.'
    return [refusal({ path, code: 'text_required', message })]
  }
  const length = threadsLength(text)
  const rule = `A text has at most ${textMax} characters; an emoji counts as its bytes.`
  const findings = atMost({ path, code: 'text_too_long', message: rule }, textMax, length)
  const bytes = Buffer.byteLength(text, 'utf8')
  if (length > textMax || bytes <= textMax) return findings
  const message = `Threads has refused texts of more than ${textMax} bytes.`
  const facts = { limit: textMax, actual: bytes }
  return [...findings, caution({ path, code: 'text_bytes', message }, facts)]
}

/** Characters, where an emoji counts as its bytes in UTF-8 (threads.md §3.6). */
export function threadsLength(text: string): number {
  let length = 0
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    const isEmoji = /\p{Emoji_Presentation}|\ufe0f|\u20e3/u.test(segment)
    length += isEmoji ? Buffer.byteLength(segment, 'utf8') : [...segment].length
  }
  return length
}

function checkLinks({ text, media, options }: PostContent): PublishFinding[] {
  const attached = threadsOptions.safeParse(options).data?.link_attachment
  const links = new Set(text.match(/https?:\/\/\S+/gi) ?? [])
  if (attached) links.add(attached)
  const rule = `A post has at most ${linksMax} different links.`
  const findings =
    links.size > linksMax
      ? atMost({ path: 'text', code: 'too_many_links', message: rule }, linksMax, links.size)
      : []
  if (!attached || media.length === 0) return findings
  const message = 'A link can be attached to a post without media only.'
  const path = 'options.link_attachment'
  return [...findings, refusal({ path, code: 'not_supported', message })]
}
