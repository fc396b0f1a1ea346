import type { ContentKind, TextUnit } from '../core/platform-words.ts'

export type TextLimits = {
  max: number
  /** Where a kind of content has a limit of its own. */
  maxByKind?: Partial<Record<ContentKind, number>>
  unit: TextUnit
}

const segmenter = new Intl.Segmenter('en')

/** The length of a text as its network counts it. */
export function textLength(text: string, unit: TextUnit): number {
  switch (unit) {
    case 'characters':
      return [...text].length
    case 'utf16_units':
      return text.length
    case 'bytes':
      return Buffer.byteLength(text, 'utf8')
    case 'graphemes':
      return [...segmenter.segment(text)].length
    case 'characters_emoji_bytes':
      return emojiAsBytes(text)
  }
}

/** Code points, but an emoji counts as its bytes in UTF-8 (threads.md §3.6). */
function emojiAsBytes(text: string): number {
  let length = 0
  for (const { segment } of segmenter.segment(text)) {
    const isEmoji = /\p{Emoji_Presentation}|\ufe0f|\u20e3/u.test(segment)
    length += isEmoji ? Buffer.byteLength(segment, 'utf8') : [...segment].length
  }
  return length
}
