import { firstLink } from '../contract/text-length.ts'
import { htmlToText } from '../wire/html-text.ts'

/** A file of the post that the site has. */
export type ShownFile = { id: string; url: string; type: 'image' | 'video'; altText: string | null }

const titleCharsMax = 100

/** The content of a post: the text with paragraphs, line breaks and links, then its files (wordpress.md §3). */
export function contentHtml(text: string, files: readonly ShownFile[]): string {
  const paragraphs = text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${linkedHtml(paragraph.trim()).replaceAll('\n', '<br />\n')}</p>`)
  return [...paragraphs, ...files.map(fileHtml)].join('\n\n')
}

function fileHtml({ id, url, type, altText }: ShownFile): string {
  const src = escapeHtml(url)
  if (type === 'video') {
    return `<figure class="wp-block-video"><video controls src="${src}"></video></figure>`
  }
  const alt = escapeHtml(altText ?? '')
  return `<figure class="wp-block-image"><img src="${src}" alt="${alt}" class="wp-image-${id}" /></figure>`
}

function linkedHtml(text: string): string {
  const parts: string[] = []
  let rest = text
  for (let link = firstLink(rest); link !== null; link = firstLink(rest)) {
    const start = rest.indexOf(link)
    const url = escapeHtml(link)
    parts.push(escapeHtml(rest.slice(0, start)), `<a href="${url}">${url}</a>`)
    rest = rest.slice(start + link.length)
  }
  return [...parts, escapeHtml(rest)].join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** WordPress takes HTML everywhere, so a plain text is escaped. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character]!)
}

/** The first sentence of a text, cut off between words; empty for a text that is empty. */
export function titleOf(text: string): string {
  const line =
    text
      .split('\n')
      .map((each) => each.trim())
      .find((each) => each !== '') ?? ''
  const sentence = /^.{2,}?[.!?…。！？](?=\s|$)/u.exec(line)?.[0] ?? line
  const characters = [...sentence]
  if (characters.length <= titleCharsMax) return sentence.replace(/[.。]$/, '')
  const start = characters.slice(0, titleCharsMax - 1).join('')
  return `${start.replace(/\s+\S*$/, '').trimEnd()}…`
}

/** The text of a comment as it is stored: with line breaks, and the entities and few elements of HTML. */
export function storedText(raw: string): string {
  return htmlToText(raw.replaceAll('\r\n', '\n').replaceAll('\n', '<br>'))
}

/** A form in which a stored text equals the one that was sent. */
export function comparableText(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim()
}
