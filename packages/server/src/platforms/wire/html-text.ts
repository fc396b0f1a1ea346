import { Tokenizer } from 'htmlparser2'

const htmlCharsMax = 200_000
/** How many line ends these elements have before and after them. */
const lineEnds: Readonly<Record<string, number>> = {
  p: 2,
  ...Object.fromEntries(
    'address article blockquote dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li ol pre section table tr ul'
      .split(' ')
      .map((name) => [name, 1]),
  ),
}

const nothing = () => {}

/**
 * The plain text of HTML that other people's servers wrote (mastodon.md §0, wordpress.md §4). It is read
 * without a list of open elements: the time grows only with the length.
 */
export function htmlToText(html: string): string {
  const source = html.slice(0, htmlCharsMax)
  const parts: string[] = []
  /** Line ends after the last words. */
  let ends = 0
  const addWords = (words: string) => {
    const isFirst = parts.length === 0 || ends > 0
    if (words.trim() === '' && isFirst) return
    // White space at the beginning of a line shows nothing.
    const shown = isFirst ? words.replace(/^[ \t\r\n]+/, '') : words
    parts.push(shown.replace(/[\r\n]+/g, ' ').replaceAll('\u00a0', ' '))
    ends = 0
  }
  const addEnds = (count: number) => {
    if (count <= 0) return
    parts.push('\n'.repeat(count))
    ends += count
  }
  const passTag = (start: number, end: number) => {
    const name = source.slice(start, end).toLowerCase()
    const wanted = Object.hasOwn(lineEnds, name) ? lineEnds[name]! : 0
    if (parts.length > 0) addEnds(wanted - ends)
  }
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname: (start, end) => {
        if (source.slice(start, end).toLowerCase() === 'br') addEnds(1)
        passTag(start, end)
      },
      onclosetag: passTag,
      ontext: (start, end) => addWords(source.slice(start, end)),
      ontextentity: (codePoint) => addWords(String.fromCodePoint(codePoint)),
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing,
    },
  )
  tokenizer.write(source)
  tokenizer.end()
  return parts
    .join('')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
