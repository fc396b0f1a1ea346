import { addressRanges } from '../../../parts/short-links.ts'

type Options = {
  /** Whether a text of this length can be published as one part. */
  fits: (text: string) => boolean
  /** Whether each part ends with its number, as in `1/4`. */
  isNumbered: boolean
  partsMax: number
}

/** Where a text may be cut, coarse to fine. Each returns the pieces of the text, in order. */
type Cut = (text: string) => string[]

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })
/** Scripts without spaces between words need it. */
const words = new Intl.Segmenter(undefined, { granularity: 'word' })

const cuts: readonly Cut[] = [
  (text) => piecesAt(text, startsIn(sentences, text)),
  (text) => text.match(/\S*\s*/g)!.filter(Boolean),
  // Closing marks stay with the word before them.
  (text) =>
    piecesAt(
      text,
      startsIn(words, text).filter((at) => at === 0 || !isMark(text[at]!)),
    ),
]

function isMark(character: string): boolean {
  return /[\p{Pe}\p{Pf}\p{Po}\s]/u.test(character)
}

/**
 * Splits the texts of parts into pieces that fit: at ends of sentences, or at words where a sentence is
 * too long, never in an address. What cannot be cut, and the rest after `partsMax`, stays too long.
 */
export function splitTexts(texts: readonly string[], options: Options): string[][] {
  const { fits, isNumbered, partsMax } = options
  if (!isNumbered) return pack(texts, () => fits, partsMax)
  const plain = texts.map((text, index) => withoutNumber(text, index, texts.length))
  // The number of parts has to be known for their length: more digits may need another part.
  let count = 1
  for (;;) {
    const fitsAt: FitsAt = (index) => (text) => fits(withNumber(text, index, count))
    const pieces = pack(plain, fitsAt, partsMax)
    const length = pieces.flat().length
    if (length <= count) return length === 1 ? pieces : numbered(pieces)
    count = length
  }
}

function numbered(pieces: readonly string[][]): string[][] {
  const count = pieces.flat().length
  let index = -1
  return pieces.map((ofText) =>
    ofText.map((piece) => {
      index += 1
      return withNumber(piece, index, count)
    }),
  )
}

/** A part without text, which has media, stays without. */
function withNumber(text: string, index: number, count: number): string {
  return text && `${text} ${index + 1}/${count}`
}

function withoutNumber(text: string, index: number, count: number): string {
  const number = ` ${index + 1}/${count}`
  return text.endsWith(number) ? text.slice(0, -number.length) : text
}

type FitsAt = (index: number) => (text: string) => boolean

function pack(texts: readonly string[], fitsAt: FitsAt, partsMax: number): string[][] {
  let count = 0
  return texts.map((text, index) => {
    const start = count
    const most = Math.max(1, partsMax - start - (texts.length - index - 1))
    const parts = ['']
    add(parts, text, (at) => fitsAt(start + at), cuts)
    const pieces = [...parts.slice(0, most - 1), parts.slice(most - 1).join('')]
      .map((piece) => piece.trim())
      .filter(Boolean)
    count += Math.max(1, pieces.length)
    return pieces.length > 0 ? pieces : ['']
  })
}

/** Fills the last part with pieces of the text as long as they fit, then the next one. */
function add(parts: string[], text: string, fitsAt: FitsAt, [cut, ...finer]: readonly Cut[]): void {
  for (const piece of cut!(text)) {
    const last = parts.length - 1
    const joined = parts[last]! + piece
    if (fitsAt(last)(joined.trim())) parts[last] = joined
    else if (fitsAt(last + 1)(piece.trim()) || finer.length === 0) parts.push(piece)
    else {
      if (parts[last] !== '') parts.push('')
      add(parts, piece, fitsAt, finer)
    }
  }
}

function startsIn(segmenter: Intl.Segmenter, text: string): number[] {
  return Array.from(segmenter.segment(text), ({ index }) => index)
}

function piecesAt(text: string, starts: readonly number[]): string[] {
  const addresses = addressRanges(text)
  const isInside = (at: number) => addresses.some(({ start, end }) => start < at && at < end)
  const kept = starts.filter((at) => !isInside(at))
  return kept.map((start, index) => text.slice(start, kept[index + 1]))
}
