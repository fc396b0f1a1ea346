import { html, raw } from 'hono/html'

/** HTML. Any other value passed to `html` is escaped. */
export type Markup = ReturnType<typeof html>

// Control characters, and marks that change the direction of the text after them.
const invisible = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Untrusted text on one line, without control or direction marks, of at most `charsMax` characters. */
export function lineOf(text: string, charsMax = 120): string {
  // Cut first, so that megabytes of text are not split into characters.
  const clean = [...text.slice(0, charsMax * 4).replaceAll(invisible, ' ')]
  const line =
    clean.length > charsMax ? `${clean.slice(0, charsMax - 1).join('')}…` : clean.join('')
  return line.replaceAll(/\s+/g, ' ').trim()
}

/** An untrusted name in `<bdi>`, so that a right-to-left name does not reorder the text around it. */
export function nameOf(text: string): Markup {
  return html`<bdi>${lineOf(text)}</bdi>`
}

/** A sentence with its `{placeholders}` filled in. The sentence and all strings are escaped. */
export function fill(sentence: string, values: Record<string, string | Markup> = {}): Markup {
  return html`${sentence.split(placeholderShape).map((part, index) => (index % 2 ? fillIn(values, part) : part))}`
}

/** The same as plain text, for titles and attributes. */
export function fillText(sentence: string, values: Record<string, string> = {}): string {
  return sentence.replaceAll(placeholderShape, (_, name: string) => fillIn(values, name))
}

const placeholderShape = /\{(\w+)\}/g

function fillIn<Value>(values: Record<string, Value>, name: string): Value {
  const value = values[name]
  if (value === undefined) throw new Error(`No value for {${name}}.`)
  return value
}

/** The URL if it is http or https, otherwise `null`, for example for `javascript:`. */
export function webAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
}

export const nothing = raw('')
