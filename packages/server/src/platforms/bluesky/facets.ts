import { parseHandle } from './entered.ts'

/** A part of the text, by byte offsets of its UTF-8 form: start inclusive, end exclusive. */
type TextRange = { byteStart: number; byteEnd: number }
type LinkFeature = { $type: 'app.bsky.richtext.facet#link'; uri: string }
type TagFeature = { $type: 'app.bsky.richtext.facet#tag'; tag: string }
type MentionFeature = { $type: 'app.bsky.richtext.facet#mention'; did: string }
export type Facet = { index: TextRange; features: [LinkFeature | TagFeature | MentionFeature] }

const tagGraphemesMax = 64
const tagBytesMax = 640
const trailingPunctuation = /[\p{P}]+$/u
const segmenter = new Intl.Segmenter('en')

/** Top-level domains whose names are marked as links without `https://`; others are too often words. */
const domainEndings = new Set(
  'app at blog ch co com de dev edu es eu fr gov info io it jp me net news nl online org page pl se shop site social store tech tv uk us xyz'.split(
    ' ',
  ),
)

/** What may become a link, mention or tag. `start` and `end` are string indices. */
type Candidate = { start: number; end: number } & (
  | { kind: 'link'; uri: string }
  | { kind: 'tag'; tag: string }
  | { kind: 'mention'; handle: string }
)

/** The handles that a text mentions, each once. */
export function mentionedHandles(text: string): string[] {
  const handles = findCandidates(text).flatMap((each) =>
    each.kind === 'mention' ? [each.handle] : [],
  )
  return [...new Set(handles)]
}

/**
 * The links, mentions and tags of a text (bluesky.md §3.2): without them nothing in a post is a link.
 * A mention whose handle is not in `dids` stays plain text.
 */
export function buildFacets(text: string, dids: ReadonlyMap<string, string>): Facet[] {
  return findCandidates(text).flatMap((candidate) => {
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

/** Every word can be one facet at most, so facets never overlap. */
function findCandidates(text: string): Candidate[] {
  return [...text.matchAll(/[^\s\p{Z}]+/gu)].flatMap(({ 0: word, index }) => {
    const opening = /^\(+/.exec(word)?.[0].length ?? 0
    const rest = word.slice(opening)
    const start = index + opening
    return findMention(rest, start) ?? findTag(word, index) ?? findLink(rest, start) ?? []
  })
}

function findMention(word: string, start: number): Candidate | null {
  const name = /^@([a-zA-Z0-9.-]+)/.exec(word)?.[1]?.replace(/[.-]+$/, '')
  const handle = name ? parseHandle(name) : null
  return handle ? { kind: 'mention', handle, start, end: start + 1 + name!.length } : null
}

function findTag(word: string, start: number): Candidate | null {
  if (!/^[#＃]/.test(word)) return null
  const tag = word.slice(1).replace(trailingPunctuation, '')
  const isTooLong =
    [...segmenter.segment(tag)].length > tagGraphemesMax || Buffer.byteLength(tag) > tagBytesMax
  if (!tag || isTooLong || /^\p{N}+$/u.test(tag)) return null
  return { kind: 'tag', tag, start, end: start + 1 + tag.length }
}

function findLink(word: string, start: number): Candidate | null {
  const address = withoutTrailingPunctuation(word)
  const end = start + address.length
  if (/^https?:\/\//i.test(address)) {
    return URL.canParse(address) ? { kind: 'link', uri: address, start, end } : null
  }
  const host = /^([a-z0-9-]+\.)+[a-z]{2,}(?=[/?#:]|$)/i.exec(address)?.[0].toLowerCase()
  const ending = host?.slice(host.lastIndexOf('.') + 1)
  if (!ending || !domainEndings.has(ending) || !URL.canParse(`https://${address}`)) return null
  return { kind: 'link', uri: `https://${address}`, start, end }
}

/** A closing bracket belongs to the address only if the address has the opening one. */
function withoutTrailingPunctuation(word: string): string {
  const address = word.replace(/[.,;:!?]+$/, '')
  if (!address.endsWith(')') || address.includes('(')) return address
  return withoutTrailingPunctuation(address.slice(0, -1))
}
