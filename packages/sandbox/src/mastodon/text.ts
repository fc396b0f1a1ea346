/** `@user` or `@user@host`, not inside a word or an address. */
const MENTION = /(?<![\w/@.])@(?<user>\w+(?:[.-]+\w+)*)(?:@(?<host>[\w-]+(?:\.[\w-]+)*(?::\d+)?))?/
const HASHTAG = /(?<![\w/&#])#(?<tag>[\p{L}\p{N}_]*[\p{L}_][\p{L}\p{N}_]*)/u
const LINK = /(?<link>https?:\/\/[^\s<>"]+)/
const TOKENS = new RegExp([LINK, MENTION, HASHTAG].map(({ source }) => source).join('|'), 'gu')

export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string }
  | { kind: 'mention'; text: string; user: string; host: string | undefined }
  | { kind: 'tag'; text: string; tag: string }

/** Splits a text into links, mentions, hashtags and what is between them. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(TOKENS)) {
    const { link, user, host, tag } = match.groups!
    const found = link ? withoutPunctuation(link) : match[0]
    pieces.push({ kind: 'text', text: text.slice(end, match.index) })
    if (link) pieces.push({ kind: 'link', text: found })
    else if (user) pieces.push({ kind: 'mention', text: found, user, host })
    else pieces.push({ kind: 'tag', text: found, tag: tag! })
    end = match.index + found.length
  }
  pieces.push({ kind: 'text', text: text.slice(end) })
  return pieces.filter((piece) => piece.text !== '')
}

/** A sentence's punctuation after a link is not part of it; a closing bracket may be. */
function withoutPunctuation(link: string): string {
  const trimmed = link.replace(/[.,;:!?'”’]+$/, '')
  return trimmed.endsWith(')') && !trimmed.includes('(') ? trimmed.slice(0, -1) : trimmed
}

const segmenter = new Intl.Segmenter()

/**
 * The length that counts: grapheme clusters, a link as a number, `@user@host` as `@user`
 * (mastodon.md §3.3).
 */
export function lengthOf(text: string, charactersPerLink: number): number {
  let length = 0
  for (const piece of piecesOf(text)) {
    if (piece.kind === 'link') length += charactersPerLink
    else if (piece.kind === 'mention') length += piece.user.length + 1
    else length += [...segmenter.segment(piece.text)].length
  }
  return length
}
