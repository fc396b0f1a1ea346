import type { ContentKind, TextUnit } from '../../core/platform-words.ts'

/** How a platform counts text. The dashboard counts the same way (`packages/dashboard/src/parts/text-length.ts`). */
export type TextCounting = {
  unit: TextUnit
  /** How many characters a link counts as, whatever its length. */
  urlChars?: number
  /** Whether `@user@host` counts as `@user`. */
  shortMentions?: boolean
}

export type TextLimits = TextCounting & {
  max: number
  /** A second limit, in UTF-8 bytes of the whole text. */
  bytesMax?: number
  /** Limits that differ by content kind. */
  maxByKind?: Partial<Record<ContentKind, number>>
}

const segmenter = new Intl.Segmenter('en')

/** A link without the punctuation that follows it. */
const link = /https?:\/\/\S*[^\s.,:;!?'")\]}>]/gi
const remoteMention =
  /(?<![\p{L}\p{N}_/])(@\w+(?:[.-]+\w+)*)@[\p{L}\p{N}]+(?:[.-]+[\p{L}\p{N}]+)*/gu

/** The first link of a text, or `null`. */
export function firstLink(text: string): string | null {
  return text.match(link)?.[0] ?? null
}

/** The length of a text as the platform counts it. */
export function textLength(text: string, counting: TextCounting): number {
  const { unit, urlChars, shortMentions } = counting
  let links = 0
  const shortened = text.replace(link, (found) => {
    if (urlChars === undefined) return found
    links += 1
    return 'x'
  })
  const counted = shortMentions ? shortened.replace(remoteMention, '$1') : shortened
  // A server that people choose sets `urlChars`, so it must cost nothing.
  return lengthIn(counted, unit) + links * ((urlChars ?? 1) - 1)
}

function lengthIn(text: string, unit: TextUnit): number {
  switch (unit) {
    case 'characters':
      return [...text].length
    case 'utf16_units':
      return text.length
    case 'bytes':
      return Buffer.byteLength(text, 'utf8')
    case 'graphemes':
      return countGraphemes(text)
  }
}

/** Few servers allow more. */
const segmentedMax = 10_000

/**
 * Exact up to `segmentedMax`; beyond it each character counts as one, because segmenting the longest text
 * that the API accepts takes 20 to 60 ms.
 */
function countGraphemes(text: string): number {
  let count = 0
  for (const { index } of segmenter.segment(text)) {
    if (count === segmentedMax) return count + [...text.slice(index)].length
    count += 1
  }
  return count
}
