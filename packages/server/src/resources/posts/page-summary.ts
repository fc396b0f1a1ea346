import { Parser } from 'htmlparser2'
import { limits } from '../../core/limits.ts'

/** What a page says about itself. `image` is an absolute URL. */
export type PageSummary = {
  title: string | null
  description: string | null
  siteName: string | null
  image: string | null
}

const { titleCharsMax, descriptionCharsMax, siteNameCharsMax } = limits.linkPreview

/**
 * Reads `og:`, `twitter:` and `description` of a page's `meta` elements and its `title`, whatever
 * else it contains. Texts are cut off at the limits, without control characters and line breaks.
 */
export function summarizePage(html: string, pageUrl: URL): PageSummary {
  const values = metaValuesOf(html)
  const first = (...names: string[]) => names.flatMap((name) => values.get(name) ?? [])[0] ?? null
  return {
    title: lineOf(first('og:title', 'twitter:title', 'title'), titleCharsMax),
    description: lineOf(
      first('og:description', 'twitter:description', 'description'),
      descriptionCharsMax,
    ),
    siteName: lineOf(first('og:site_name'), siteNameCharsMax),
    image: imageUrlOf(first('og:image:secure_url', 'og:image', 'twitter:image'), pageUrl),
  }
}

/** The first value of each name, and the first `title`. */
function metaValuesOf(html: string): Map<string, string> {
  const values = new Map<string, string>()
  const keep = (name: string, value: string) => {
    if (value.trim() && !values.has(name)) values.set(name, value)
  }
  let title: string | null = null
  const parser = new Parser({
    onopentag: (tag, { property, name, content }) => {
      if (tag === 'title') title ??= ''
      const key = property ?? name
      if (tag === 'meta' && key && content) keep(key.toLowerCase(), content)
    },
    ontext: (text) => {
      if (title !== null) title += text
    },
    onclosetag: (tag) => {
      if (tag !== 'title' || title === null) return
      keep('title', title)
      title = null
    },
  })
  parser.end(html)
  return values
}

function lineOf(text: string | null, charsMax: number): string | null {
  const line = text?.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return line ? [...line].slice(0, charsMax).join('') : null
}

function imageUrlOf(address: string | null, pageUrl: URL): string | null {
  const url = address ? URL.parse(address, pageUrl) : null
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}
