import { Parser } from 'htmlparser2'

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

/** The plain text of a status (mastodon.md §0). Its HTML was written by other people's servers. */
export function htmlToText(html: string): string {
  let text = ''
  const endLine = (name: string) => {
    const ends = Object.hasOwn(lineEnds, name) ? lineEnds[name]! : 0
    if (text !== '') text += '\n'.repeat(Math.max(0, ends - lineEndsAfter(text)))
  }
  const parser = new Parser({
    onopentagname: (name) => {
      if (name === 'br') text += '\n'
      endLine(name)
    },
    onclosetag: endLine,
    ontext: (words) => {
      const isBetweenBlocks = words.trim() === '' && (text === '' || text.endsWith('\n'))
      if (!isBetweenBlocks) text += words.replace(/[\r\n]+/g, ' ').replaceAll('\u00a0', ' ')
    },
  })
  parser.end(html.slice(0, htmlCharsMax))
  return text.replace(/\n{3,}/g, '\n\n').trim()
}

function lineEndsAfter(text: string): number {
  return text.endsWith('\n\n') ? 2 : Number(text.endsWith('\n'))
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
