import { Tokenizer } from 'htmlparser2'
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

const nothing = () => {}

/**
 * The first value of each name, and the first `title`, up to the end of the head. The page is anyone's, so
 * it is read without a list of open elements: the time grows only with the length.
 */
function metaValuesOf(html: string): Map<string, string> {
  const values = new Map<string, string>()
  const keep = (name: string, value: string) => {
    if (value.trim() && !values.has(name)) values.set(name, value)
  }
  let tag = ''
  let attribute = ''
  let value = ''
  /** Of the current `meta`. */
  let attributes = new Map<string, string>()
  let title: string | null = null
  const nameOf = (start: number, end: number) => html.slice(start, end).toLowerCase()
  const addValue = (text: string) => {
    if (tag === 'meta') value += text
  }
  const addText = (text: string) => {
    if (title !== null) title += text
  }
  const endTitle = () => {
    if (title !== null) keep('title', title)
    title = null
  }
  const endOpenTag = () => {
    if (tag === 'title') title ??= ''
    const name = attributes.get('property') ?? attributes.get('name')
    const content = attributes.get('content')
    if (tag === 'meta' && name && content) keep(name.toLowerCase(), content)
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname: (start, end) => {
        tag = nameOf(start, end)
        attributes = new Map()
        if (tag === 'body') tokenizer.pause()
      },
      onattribname: (start, end) => {
        attribute = nameOf(start, end)
        value = ''
      },
      onattribdata: (start, end) => addValue(html.slice(start, end)),
      onattribentity: (codePoint) => addValue(String.fromCodePoint(codePoint)),
      onattribend: () => {
        if (tag === 'meta' && !attributes.has(attribute)) attributes.set(attribute, value)
      },
      onopentagend: endOpenTag,
      onselfclosingtag: endOpenTag,
      onclosetag: (start, end) => {
        const name = nameOf(start, end)
        if (name === 'title') endTitle()
        if (name === 'head') tokenizer.pause()
      },
      ontext: (start, end) => addText(html.slice(start, end)),
      ontextentity: (codePoint) => addText(String.fromCodePoint(codePoint)),
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: endTitle,
      onprocessinginstruction: nothing,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
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
