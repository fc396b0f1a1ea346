const htmlCharsMax = 200_000
const lineEnds = /<br\s*\/?>|<\/(?:li|blockquote|pre|h[1-6])>/gi
const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** The plain text of a status (mastodon.md §0). Its HTML was written by other people's servers. */
export function htmlToText(html: string): string {
  return html
    .slice(0, htmlCharsMax)
    .replace(/[\r\n]+/g, ' ')
    .replace(lineEnds, '\n')
    .replace(/<\/p>/gi, '\n\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,4}));/g, decodeEntity)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function decodeEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name) return namedEntities[name] ?? whole
  const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16)
  return code > 0 && code <= 0x10ffff && !isSurrogate(code) ? String.fromCodePoint(code) : ''
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff
}

/** Without the mentions that a reply begins with, unless there is nothing else. */
export function withoutLeadingMentions(text: string): string {
  return text.replace(/^(?:@[\w.-]+(?:@[\w.-]+)?\s+)+(?=\S)/, '')
}

const remoteMention = /(^|[^\w/@])@(\w[\w.-]*)@\w[\w.-]*/g

/**
 * A form in which a published status equals the text that was sent: mentions have lost their host, and
 * white space may differ.
 */
export function comparableText(text: string): string {
  return text.replace(remoteMention, '$1@$2').normalize('NFC').replace(/\s+/g, ' ').trim()
}
