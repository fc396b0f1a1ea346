import tlds from 'tlds' with { type: 'json' }
import { parseHandle } from './entered.ts'

/** A part of the text, by byte offsets of its UTF-8 form: start inclusive, end exclusive. */
type TextRange = { byteStart: number; byteEnd: number }
type LinkFeature = { $type: 'app.bsky.richtext.facet#link'; uri: string }
type TagFeature = { $type: 'app.bsky.richtext.facet#tag'; tag: string }
type MentionFeature = { $type: 'app.bsky.richtext.facet#mention'; did: string }
export type Facet = { index: TextRange; features: [LinkFeature | TagFeature | MentionFeature] }

const tagGraphemesMax = 64
const tagBytesMax = 640
const segmenter = new Intl.Segmenter('en')
/** Characters of a shortened address after its host. */
const shownPathMax = 15

/** Format characters, and the frames that make a keycap of a character. */
const invisible = String.raw`\p{Cf}\u{200a}\u{20e2}\u{20e3}\u{fe0f}`
/** Ends a tag. An emoji may have U+FE0F inside. */
const tagEnd = new RegExp(`(?!\\u{fe0f})[${invisible}]`, 'u')
const tagCharacter = new RegExp(`[^\\p{N}\\p{P}${invisible}]`, 'u')

const punctuation = /\p{P}/u

const topLevelDomains = new Set(tlds)
/** Endings of files that are top-level domains too: a name such as README.md is no link. */
const fileEndings = new Set(['md', 'mov', 'py', 'rs', 'sh', 'zip'])

/** Scripts without spaces between words: a link may begin after their characters. */
const scripts = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`
/** Punctuation of these scripts, which ends a link. */
const wideMarks = '、。，．！？：；（）「」『』【】《》〈〉'
const opening = `(?<=^|[([{<"'“”„‘«»‹${wideMarks}${scripts}])`
const label = String.raw`[\p{Script=Latin}\p{Nd}-]+`
const host = String.raw`(?<host>(?:${label}\.)+(?<ending>\p{Script=Latin}{2,}))(?![\p{Script=Latin}\p{N}@_-])`
const linkPattern = new RegExp(
  `${opening}(?:(?<scheme>https?://)[^${wideMarks}]*|${host}(?:[/?#:][^${wideMarks}]*)?)`,
  'giu',
)
/** The marks of a sentence, which end a link only if nothing follows them. */
const trailingMarks = new Set('.,;:!?"\'…”’“‘»«›—>]}')

/** What may become a link, mention or tag. `start` and `end` are string indices. */
type Candidate = { start: number; end: number } & (
  | { kind: 'link'; uri: string }
  | { kind: 'tag'; tag: string }
  | { kind: 'mention'; handle: string }
)

/** A text as the post shows it, and what is a link, mention or tag in it. */
export type ShownText = { text: string; candidates: readonly Candidate[] }

export function showText(text: string): ShownText {
  return { text, candidates: findCandidates(text) }
}

/** The same with `example.com/path…` for longer addresses; the links still lead to the whole ones. */
export function shortenLinks(text: string): ShownText {
  let shown = ''
  let end = 0
  const candidates = findCandidates(text).map((candidate) => {
    shown += text.slice(end, candidate.start)
    end = candidate.end
    const start = shown.length
    const part = text.slice(candidate.start, candidate.end)
    shown += candidate.kind === 'link' ? shortAddress(part) : part
    return { ...candidate, start, end: shown.length }
  })
  return { text: shown + text.slice(end), candidates }
}

function shortAddress(address: string): string {
  const [, host = '', path = ''] = /^(?:https?:\/\/)?(?:www\.)?([^/?#]*)(.*)$/is.exec(address) ?? []
  if (path === '/') return host
  const characters = [...segmenter.segment(path)]
  if (characters.length <= shownPathMax) return host + path
  return `${host}${characters
    .slice(0, shownPathMax - 1)
    .map(({ segment }) => segment)
    .join('')}…`
}

/** The handles that a text mentions, each once. */
export function mentionedHandles({ candidates }: ShownText): string[] {
  const handles = candidates.flatMap((each) => (each.kind === 'mention' ? [each.handle] : []))
  return [...new Set(handles)]
}

/**
 * The links, mentions and tags of a text (bluesky.md §3.2): without them nothing in a post is a link.
 * A mention whose handle is not in `dids` stays plain text.
 */
export function buildFacets(
  { text, candidates }: ShownText,
  dids: ReadonlyMap<string, string>,
): Facet[] {
  return candidates.flatMap((candidate) => {
    const feature = featureOf(candidate, dids)
    if (!feature) return []
    const byteStart = Buffer.byteLength(text.slice(0, candidate.start))
    const byteEnd = byteStart + Buffer.byteLength(text.slice(candidate.start, candidate.end))
    return [{ index: { byteStart, byteEnd }, features: [feature] }]
  })
}

function featureOf(
  candidate: Candidate,
  dids: ReadonlyMap<string, string>,
): Facet['features'][0] | null {
  switch (candidate.kind) {
    case 'link':
      return { $type: 'app.bsky.richtext.facet#link', uri: candidate.uri }
    case 'tag':
      return { $type: 'app.bsky.richtext.facet#tag', tag: candidate.tag }
    case 'mention': {
      const did = dids.get(candidate.handle)
      return did ? { $type: 'app.bsky.richtext.facet#mention', did } : null
    }
  }
}

/** A word is one mention or tag, or contains links, so facets never overlap. */
function findCandidates(text: string): Candidate[] {
  return [...text.matchAll(/[^\s\p{Z}]+/gu)].flatMap(({ 0: word, index }) => {
    const opening = /^\(+/.exec(word)?.[0].length ?? 0
    const start = index + opening
    return findMention(word.slice(opening), start) ?? findTag(word, index) ?? findLinks(word, index)
  })
}

function findMention(word: string, start: number): Candidate | null {
  const name = /^@([a-zA-Z0-9.-]+)/.exec(word)?.[1]?.replace(/[.-]+$/, '')
  const handle = name ? parseHandle(name) : null
  return handle ? { kind: 'mention', handle, start, end: start + 1 + name!.length } : null
}

function findTag(word: string, start: number): Candidate | null {
  if (!/^[#＃]/.test(word) || word[1] === '\ufe0f') return null
  const [visible = ''] = word.slice(1).split(tagEnd)
  const tag = visible.slice(
    0,
    endBefore(visible, (each) => punctuation.test(each)),
  )
  const isTooLong =
    [...segmenter.segment(tag)].length > tagGraphemesMax || Buffer.byteLength(tag) > tagBytesMax
  if (isTooLong || !tagCharacter.test(tag)) return null
  return { kind: 'tag', tag, start, end: start + 1 + tag.length }
}

function findLinks(word: string, start: number): Candidate[] {
  return [...word.matchAll(linkPattern)].flatMap((match): Candidate[] => {
    const { scheme, host = '', ending = '' } = match.groups ?? {}
    const address = withoutTrailingMarks(match[0])
    const uri = scheme ? address : `https://${address}`
    if (!scheme && !isHost(host, ending, address)) return []
    const from = start + match.index
    return URL.canParse(uri) ? [{ kind: 'link', uri, start: from, end: from + address.length }] : []
  })
}

/** Whether a name without `https://` is a host and neither two sentences (`fresh.It`) nor a file. */
function isHost(host: string, ending: string, address: string): boolean {
  const lower = ending.toLowerCase()
  if (!topLevelDomains.has(lower)) return false
  if (ending !== lower && host !== host.toUpperCase()) return false
  if (!/\p{L}/u.test(host.slice(0, -ending.length))) return false
  return address.length > host.length || !fileEndings.has(lower)
}

/** A closing bracket belongs to the address only if the address has the opening one. */
function withoutTrailingMarks(word: string): string {
  const hasOpening = word.includes('(')
  const isMark = (character: string) =>
    trailingMarks.has(character) || (character === ')' && !hasOpening)
  return word.slice(0, endBefore(word, isMark))
}

/** Where the last characters of this kind begin. Its time grows with the length, unlike that of `+$`. */
function endBefore(text: string, isOfKind: (character: string) => boolean): number {
  let end = text.length
  while (end > 0 && isOfKind(text[end - 1]!)) end -= 1
  return end
}
