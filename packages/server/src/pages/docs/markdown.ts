import { raw } from 'hono/html'
import { Marked, type Token, type Tokens } from 'marked'
import type { Markup } from '../markup.ts'

/** A heading and the text up to the next one. */
export type Section = { id: string; title: string; depth: number; text: string }

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * A Markdown document as HTML, and its sections. HTML in the source is shown as text. `linkOf` returns the
 * URL for the target of a link, or `null` to show only the link's text.
 */
export function renderMarkdown(
  source: string,
  linkOf: (target: string) => string | null,
): { content: Markup; sections: Section[] } {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const content = this.parser.parseInline(tokens)
        return `<h${depth} id="${anchorOf(text)}">${content}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const url = linkOf(href)
        const content = this.parser.parseInline(tokens)
        return url === null ? content : `<a href="${escaped(url)}">${content}</a>`
      },
      code: ({ text }) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
      image: ({ text }) => escaped(text),
      html: ({ text }) => (text.startsWith('<!--') ? '' : escaped(text)),
    },
  })
  const tokens = marked.lexer(source)
  // Wide tables scroll on their own, also by keyboard.
  const content = marked
    .parser(tokens)
    .replaceAll('<th></th>', '<td></td>')
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
  return { content: raw(content), sections: sectionsOf(tokens) }
}

function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: Section[] = []
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { text, depth } = token as Tokens.Heading
      sections.push({ id: anchorOf(text), title: plain(text), depth, text: '' })
      continue
    }
    const section = sections.at(-1)
    if (section && token.type !== 'html') {
      section.text = `${section.text} ${plain(token.raw)}`.trim()
    }
  }
  return sections
}

/** The anchor that GitHub gives a heading, so that links work in both places. */
function anchorOf(heading: string): string {
  return plain(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}

/** The words of Markdown, without links' targets and marks. */
function plain(source: string): string {
  return source
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]|-{3,}/g, '')
    .replaceAll('|', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => escapes[character]!)
}
