/** linkedin.md §4.2; a `\` before one of them makes it part of the text. */
const reserved = /[|{}@[\]()<>#\\*_~]/g
/** A `#` in an address, or before a sign that has to be escaped, is no hashtag. */
const hashtag = /(?<![\p{L}\p{N}_&/?=#.-])#([\p{L}\p{N}]*\p{L}[\p{L}\p{N}]*)(?![\p{L}\p{N}_])/gu
const template = /\{hashtag\|\\#\|([^|{}\\]+)\}/gu

/**
 * The text in LinkedIn's mark-up: from the first reserved sign on that is not escaped, LinkedIn would
 * drop the text without an error. Hashtags stay links (linkedin.md §4.2).
 */
export function toLittle(text: string): string {
  let little = ''
  let end = 0
  for (const match of text.matchAll(hashtag)) {
    little += `${escapeSigns(text.slice(end, match.index))}{hashtag|\\#|${match[1]}}`
    end = match.index + match[0].length
  }
  return little + escapeSigns(text.slice(end))
}

function escapeSigns(text: string): string {
  return text.replace(reserved, '\\$&')
}

/** The text that `toLittle` was made from. */
export function fromLittle(little: string): string {
  return little.replace(template, '#$1').replace(/\\(.)/gsu, '$1')
}
