import type { Account, ContentKind, TextUnit } from '@postern/sdk'
import { platformOf } from '../../../api/platforms.ts'

type TextLength = { length: number; max: number }

/** Counts the text in the platform's unit for display. The API's validation is authoritative. */
export function countText(account: Account, text: string, kind: ContentKind): TextLength {
  const limits = platformOf(account.platform)?.text
  return {
    length: textLength(text, limits?.unit ?? 'characters'),
    max: limits?.max_by_kind[kind] ?? account.limits.text_max,
  }
}

const segmenter = new Intl.Segmenter('en')
const encoder = new TextEncoder()

function textLength(text: string, unit: TextUnit): number {
  switch (unit) {
    case 'utf16_units':
      return text.length
    case 'bytes':
      return encoder.encode(text).length
    case 'graphemes':
      return [...segmenter.segment(text)].length
    case 'characters_emoji_bytes':
      return emojiAsBytes(text)
    default:
      return [...text].length
  }
}

function emojiAsBytes(text: string): number {
  let length = 0
  for (const { segment } of segmenter.segment(text)) {
    const isEmoji = /\p{Emoji_Presentation}|\ufe0f|\u20e3/u.test(segment)
    length += isEmoji ? encoder.encode(segment).length : [...segment].length
  }
  return length
}
