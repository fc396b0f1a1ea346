import { html, raw } from 'hono/html'

/** Text that is HTML already: everything else that goes into `html` is escaped. */
export type Markup = ReturnType<typeof html>

// Control characters, and the marks that turn the direction of all text after them.
const invisible = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A stranger's text on one line: no control or direction marks, at most `charsMax` characters. */
export function lineOf(text: string, charsMax = 120): string {
  // The slice keeps a text of megabytes from being taken apart character by character.
  const clean = [...text.slice(0, charsMax * 4).replaceAll(invisible, ' ')]
  const line =
    clean.length > charsMax ? `${clean.slice(0, charsMax - 1).join('')}…` : clean.join('')
  return line.replaceAll(/\s+/g, ' ').trim()
}

/** A stranger's name, kept from turning the words around it when it runs from right to left. */
export function nameOf(text: string): Markup {
  return html`<bdi>${lineOf(text)}</bdi>`
}

/** A sentence with its `{places}` filled; the sentence and every plain value are escaped. */
export function fill(sentence: string, values: Record<string, string | Markup> = {}): Markup {
  return html`${sentence.split(placeShape).map((part, index) => (index % 2 ? filled(values, part) : part))}`
}

/** The same for places where no markup can stand: titles and attributes. */
export function fillText(sentence: string, values: Record<string, string> = {}): string {
  return sentence.replaceAll(placeShape, (_, name: string) => filled(values, name))
}

const placeShape = /\{(\w+)\}/g

function filled<Value>(values: Record<string, Value>, name: string): Value {
  const value = values[name]
  if (value === undefined) throw new Error(`Nothing is given for {${name}}.`)
  return value
}

/** The address when it is one a browser may be sent to, else nothing (`javascript:` and its like). */
export function webAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
}

export const nothing = raw('')
