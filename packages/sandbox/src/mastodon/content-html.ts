import { type Piece, piecesOf } from './text.ts'

const LINK_CHARS_SHOWN = 30

export type Links = {
  /** The address and name of a mentioned person, or null if the server knows none. */
  mention(piece: Piece & { kind: 'mention' }): { url: string; username: string } | null
  tag(name: string): string
}

/** The `content` of a status: escaped text with paragraphs, line breaks, links, mentions and tags. */
export function contentHtml(text: string, links: Links): string {
  const paragraphs = text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
  return paragraphs.map((paragraph) => `<p>${inlineHtml(paragraph, links)}</p>`).join('')
}

function inlineHtml(text: string, links: Links): string {
  return piecesOf(text)
    .map((piece) => pieceHtml(piece, links))
    .join('')
}

function pieceHtml(piece: Piece, links: Links): string {
  if (piece.kind === 'link') return linkHtml(piece.text)
  if (piece.kind === 'tag') {
    const name = escapeHtml(piece.tag)
    const url = escapeHtml(links.tag(piece.tag))
    return `<a href="${url}" class="mention hashtag" rel="tag">#<span>${name}</span></a>`
  }
  const person = piece.kind === 'mention' ? links.mention(piece) : null
  return person ? mentionHtml(person) : escapeHtml(piece.text).replaceAll('\n', '<br />')
}

export function mentionHtml({ url, username }: { url: string; username: string }): string {
  const link = `<a href="${escapeHtml(url)}" class="u-url mention">@<span>${escapeHtml(username)}</span></a>`
  return `<span class="h-card" translate="no">${link}</span>`
}

/** The scheme and what is beyond 30 characters are invisible, as Mastodon shows links. */
function linkHtml(url: string): string {
  const scheme = /^https?:\/\/(www\.)?/.exec(url)![0]
  const shown = url.slice(scheme.length, scheme.length + LINK_CHARS_SHOWN)
  const rest = url.slice(scheme.length + LINK_CHARS_SHOWN)
  const shownClass = rest ? 'ellipsis' : ''
  const spans = [
    `<span class="invisible">${escapeHtml(scheme)}</span>`,
    `<span class="${shownClass}">${escapeHtml(shown)}</span>`,
    `<span class="invisible">${escapeHtml(rest)}</span>`,
  ]
  const attributes = 'target="_blank" rel="nofollow noopener" translate="no"'
  return `<a href="${escapeHtml(url)}" ${attributes}>${spans.join('')}</a>`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!)
}
