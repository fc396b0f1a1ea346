import type { AccountListItem } from '@postern/sdk'
import { platformOf } from '../api/platforms.ts'

/** Characters of a shortened address after its host, as on the server. */
const shownPathMax = 15
const segmenter = new Intl.Segmenter('en')

/** Scripts without spaces between words: a link may begin after their characters. */
const scripts = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`
/** Punctuation of these scripts, which ends a link. */
const wideMarks = '、。，．！？：；（）「」『』【】《》〈〉'
const opening = String.raw`(?<=^|[\s([{<"'“”„‘«»‹${wideMarks}${scripts}])`
const label = String.raw`[\p{Script=Latin}\p{Nd}-]+`
/**
 * An address in a text. The server knows which endings exist; here every name with a path is one, which
 * is rarely wrong.
 */
const address = new RegExp(
  String.raw`${opening}(?:https?://|www\.|(?:${label}\.)+\p{Script=Latin}{2,}[/?#])[^\s${wideMarks}]*`,
  'giu',
)
const trailingMarks = new Set('.,;:!?"\'…”’“‘»«›—>]}')

/** The text as it is published on the account: with short links if its options say so. */
export function publishedText(
  { platform }: Pick<AccountListItem, 'platform'>,
  text: string,
  options: Readonly<Record<string, unknown>>,
): string {
  const option = platformOf(platform)?.options.find(({ preview }) => preview === 'short_links')
  return option && options[option.name] === true ? shortenLinks(text) : text
}

/** Where the addresses of a text are, without the punctuation that follows them. */
export function addressRanges(text: string): { start: number; end: number }[] {
  return Array.from(text.matchAll(address), ({ 0: found, index }) => ({
    start: index,
    end: index + linkEnd(found),
  }))
}

/** `example.com/path…` for longer addresses. */
export function shortenLinks(text: string): string {
  return text.replace(address, (found) => {
    const end = linkEnd(found)
    return shortAddress(found.slice(0, end)) + found.slice(end)
  })
}

/** A closing bracket belongs to the address only if the address has the opening one. */
function linkEnd(found: string): number {
  const hasOpening = found.includes('(')
  let end = found.length
  while (trailingMarks.has(found[end - 1]!) || (found[end - 1] === ')' && !hasOpening)) end -= 1
  return end
}

function shortAddress(found: string): string {
  const [, host = '', path = ''] = /^(?:https?:\/\/)?(?:www\.)?([^/?#]*)(.*)$/is.exec(found) ?? []
  if (path === '/') return host
  const characters = [...segmenter.segment(path)].map(({ segment }) => segment)
  if (characters.length <= shownPathMax) return host + path
  return `${host}${characters.slice(0, shownPathMax - 1).join('')}…`
}
