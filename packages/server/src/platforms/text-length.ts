import type { ContentKind, TextUnit } from '../core/platform-words.ts'

export type TextLimits = {
  max: number
  /** Limits that differ by content kind. */
  maxByKind?: Partial<Record<ContentKind, number>>
  unit: TextUnit
}

const segmenter = new Intl.Segmenter('en')

/** The length of a text as the platform counts it. */
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

/** Counts code points, and emoji as their UTF-8 bytes (threads.md §3.6). */
function emojiAsBytes(text: string): number {
  let length = 0
  for (const { segment } of segmenter.segment(text)) {
    const isEmoji = /\p{Emoji_Presentation}|\ufe0f|\u20e3/u.test(segment)
    length += isEmoji ? Buffer.byteLength(segment, 'utf8') : [...segment].length
  }
  return length
}
