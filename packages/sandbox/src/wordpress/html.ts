/** The few elements that WordPress keeps in comments, without attributes here. */
const kept = /^<\/?(?:b|strong|i|em|code|del|s|q|cite|blockquote)>/i

/** What is stored of the text that a visitor types: single elements, and entities for the rest. */
export function storedComment(text: string): string {
  return text.replaceAll(/&(?!#?\w+;)|<\/?[a-z][^>]*>|[<>]/gi, (found) => {
    if (found === '&') return '&amp;'
    if (found === '<') return '&lt;'
    if (found === '>') return '&gt;'
    return kept.test(found) ? found : ''
  })
}

/** As a page shows it: paragraphs, line breaks and typographic quotes. */
export function renderedHtml(stored: string): string {
  const paragraphs = stored.split(/\n{2,}/).filter((each) => each.trim() !== '')
  const hasBlocks = /<(?:p|figure)\b/.test(stored)
  const blocks = hasBlocks
    ? [stored]
    : paragraphs.map((each) => `<p>${each.replaceAll('\n', '<br />\n')}</p>`)
  return `${blocks.map(typographic).join('\n')}\n`
}

/** Quotes outside of elements. */
export function typographic(html: string): string {
  return html.replaceAll(/(<[^>]*>)|(^|[\s(>])"|"|'/g, (found, element, before) => {
    if (element !== undefined) return element
    if (before !== undefined) return `${before}&#8220;`
    return found === '"' ? '&#8221;' : '&#8217;'
  })
}

const characters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
}

/** The text that a reader sees, for the feed of the sandbox. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<br ?\/?>\n?/g, '\n')
    .replaceAll(/<\/p>\s*<p>/g, '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name]!)
    .trim()
}

/** A title or slug as a part of an address. */
export function slugOf(text: string): string {
  return plainText(text)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 200)
}
