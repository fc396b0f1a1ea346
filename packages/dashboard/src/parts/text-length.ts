import type { Account, Comment, ContentKind, PlatformReply, TextUnit } from '@postern/sdk'

/** `unit` is that of the limit that the text is closer to. */
export type TextLength = { length: number; max: number; unit: 'characters' | 'bytes' }

type Limits = Omit<PlatformReply, 'mentions_author'>

/** Counts a post's text as the account's platform does. The API's validation is authoritative. */
export function countText(account: Account, text: string, kind: ContentKind): TextLength {
  const limits = account.limits.text
  return countWithin({ ...limits, max: limits.max_by_kind[kind] ?? limits.max }, text)
}

/** Counts a reply as the account's platform does; `null` if it has no replies. */
export function countReply(
  account: Account,
  { author_username: author }: Pick<Comment, 'author_username'>,
  text: string,
): TextLength | null {
  const { reply } = account.limits
  if (!reply) return null
  return countWithin(reply, reply.mentions_author && author ? mention(account, author, text) : text)
}

/** The reply with the author's name in front. The account's own server is left out of it. */
function mention(account: Account, author: string, text: string): string {
  const ownServer = `@${account.username?.split('@').at(-1)}`
  const name = author.endsWith(ownServer) ? author.slice(0, -ownServer.length) : author
  return text.startsWith(`@${name} `) ? text : `@${name} ${text}`
}

const encoder = new TextEncoder()

function countWithin(limits: Limits, text: string): TextLength {
  const { max, bytes_max: bytesMax } = limits
  const length = textLength(text, limits)
  const bytes = encoder.encode(text).length
  return bytesMax !== null && bytes / bytesMax > length / max
    ? { length: bytes, max: bytesMax, unit: 'bytes' }
    : { length, max, unit: limits.unit === 'bytes' ? 'bytes' : 'characters' }
}

const segmenter = new Intl.Segmenter('en')

/** A link without the punctuation that follows it. */
const link = /https?:\/\/\S*[^\s.,:;!?'")\]}>]/gi
const remoteMention =
  /(?<![\p{L}\p{N}_/])(@\w+(?:[.-]+\w+)*)@[\p{L}\p{N}]+(?:[.-]+[\p{L}\p{N}]+)*/gu

/** The length of a text by the rules of `GET /v1/platforms`. */
export function textLength(
  text: string,
  counting: Pick<Limits, 'unit' | 'url_chars' | 'short_mentions'>,
): number {
  const { url_chars: urlChars, short_mentions: shortMentions } = counting
  let links = 0
  const shortened = text.replace(link, (found) => {
    if (urlChars === null) return found
    links += 1
    return 'x'
  })
  const counted = shortMentions ? shortened.replace(remoteMention, '$1') : shortened
  return lengthIn(counted, counting.unit) + links * ((urlChars ?? 1) - 1)
}

function lengthIn(text: string, unit: TextUnit): number {
  switch (unit) {
    case 'utf16_units':
      return text.length
    case 'bytes':
      return encoder.encode(text).length
    case 'graphemes':
      return [...segmenter.segment(text)].length
    default:
      return [...text].length
  }
}
